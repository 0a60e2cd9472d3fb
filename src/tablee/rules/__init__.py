"""The rules, one module a game. Nothing else in Tablée knows them.

Every game's module has the same names: `STATE` (the record), `WORDS` (how many 32-bit words its action mask takes),
`VERSION` (moves only when behaviour does), `start`, `actors`, `is_legal`, `legal`, `apply`, `is_over`, `scores`,
`view`, `world`, `status` and `FLAWS` (what each bit of `status` means). docs/architecture.md says what each owes.
"""
