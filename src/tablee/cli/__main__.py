"""`python -m tablee.cli`, the same as `tablee`."""

from tablee.cli import main

main()
