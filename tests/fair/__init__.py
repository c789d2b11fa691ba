"""The test vectors of docs/fair.md, by the server's code and by a checker in JavaScript."""
