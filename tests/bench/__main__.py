"""`make bench`."""

import sys

from tests.bench.main import main

sys.exit(main())
