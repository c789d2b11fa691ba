"""`python -m tilenet` is `tilenet`."""

from tilenet.main import main

main()
