"""New code without goodbye: a running server rehearses it, and then becomes it, in place (`tilenet reload`).

The process stays the same one (`exec`): so listening sockets and plain connections go on, and nobody is refused. What
else it has to know, it finds in the journal, as after a crash.
"""
