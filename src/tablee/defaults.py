"""What holds where nobody says otherwise. Apart from what uses it, for the command line shows it and starts at once."""

LIMIT = 10.0  # seconds for one decision of a bot that is not ours
PASSES = 300  # for each alternative that the coach weighs
