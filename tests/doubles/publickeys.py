"""A key that was made for tests by ssh-keygen, with the fingerprint that `ssh-keygen -l` prints."""

ED25519 = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAID3P6u6adSWxEwe7dHMlyOP4VJaGBmmSeDYg+DexrS1G ann@example"
PRINTED = "SHA256:ZX4+/8va9fQ1Hqw38YEZWb41s6vlAaiG8j3DcgtFlVQ"
