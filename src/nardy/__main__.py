"""`python -m nardy` is `nardy`."""

from nardy.cli import main

main()
