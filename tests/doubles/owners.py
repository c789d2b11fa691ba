"""Players who do something with their own accounts."""

from __future__ import annotations

import json
from typing import Any
from xml.sax.saxutils import escape

from tests.doubles.harness import Client
from tests.doubles.intruders import IntrudersTestCase

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHo2mOwkSGHGa4sdJXYDsZb5LZBLDN6t6DcvhVXNyhPz ann@laptop"
MARK = "SHA256:xuBdjv0AkO9DKQk0O8K2jZLPaQHKJL7mHFFtGDKuFgI"


class OwnersTestCase(IntrudersTestCase):
    def send(self, client: Client, **request: Any) -> None:
        client.send(f'<xrequest options="account">{escape(json.dumps(request))}</xrequest>'.encode())

    def answers(self, client: Client) -> list[dict[str, Any]]:
        """Those that have come since this was asked last."""
        found = [json.loads(text) for options, text in client.model.responses if options == "account"]
        client.model.responses[:] = [one for one in client.model.responses if one[0] != "account"]
        return found

    def ask(self, client: Client, do: str, **request: Any) -> dict[str, Any]:
        """Ask for something, and return the one answer."""
        self.answers(client)
        self.server.advance(0.5)  # requests are limited
        self.send(client, do=do, **request)
        (answer,) = self.answers(client)
        self.assertEqual(answer["do"], do)
        return answer

    def do(self, client: Client, do: str, **request: Any) -> dict[str, Any]:
        """Ask for something that is possible."""
        answer = self.ask(client, do, **request)
        self.assertIs(answer.get("done"), True, answer)
        return answer

    def refused(self, client: Client, do: str, **request: Any) -> tuple[str, str]:
        """Why something is not done, and which field is wrong."""
        answer = self.ask(client, do, **request)
        self.assertNotIn("done", answer)
        return answer["why"], answer.get("field", "")
