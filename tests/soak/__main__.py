"""`make soak`."""

import sys

from tests.soak.main import main

sys.exit(main())
