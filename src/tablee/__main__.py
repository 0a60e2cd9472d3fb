"""`python -m tablee`, the same as `tablee`."""

from tablee.cli import main

main()
