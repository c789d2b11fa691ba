"""Lines: the bytes that go to and come from one peer, whatever is said over them."""
