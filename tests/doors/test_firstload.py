"""What a browser is told to load at once: the modules that others need, found in what they say themselves."""

from __future__ import annotations

from importlib.resources import files

from twisted.trial.unittest import SynchronousTestCase

from tilenet.doors.firstload import entries, imports_of, moved, needed_by, with_preloads
from tilenet.doors.pagefiles import CLIENT

MODULES = {
    "main.js": "import { a } from './a.js';\nconst b = await import('./b.js');\n",
    "a.js": "import {\n  c,\n} from './skins/c.js';\nexport const a = 1;\n",
    "b.js": "import './a.js';\nexport { d } from './d.js';\nexport const word = './e.js';\n",
    "skins/c.js": "// import { a } from './e.js';\n/** @import { a } from './e.js' */\nimport { a } from '../a.js';\n",
    "d.js": "import { x } from './gone.js';\nimport { y } from 'https://elsewhere.example/y.js';\n",
}
PAGE = """\
<link rel="icon" href="icon.svg">
<script type="module" src="main.js"></script>
<link rel="modulepreload" href="b.js">
<a href="#/">Home</a> <a href="elsewhere.html">Away</a>
"""


class FirstLoad(SynchronousTestCase):
    def test_a_module_says_what_it_imports(self) -> None:
        for path, expected in (
            ("main.js", ["a.js"]),
            ("a.js", ["skins/c.js"]),
            ("b.js", ["a.js", "d.js"]),
            ("skins/c.js", ["a.js"]),
            ("d.js", ["gone.js"]),
        ):
            self.assertEqual(imports_of(path, MODULES[path]), expected, path)

    def test_everything_behind_a_module_is_found_once_and_nearest_first(self) -> None:
        self.assertEqual(needed_by("b.js", MODULES), ["a.js", "d.js", "skins/c.js", "gone.js"])
        self.assertEqual(needed_by("a.js", MODULES), ["skins/c.js"])  # they import each other

    def test_the_page_names_it_behind_the_module_that_needs_it(self) -> None:
        told = with_preloads(PAGE, MODULES).splitlines()
        self.assertEqual(entries("\n".join(told) + "\n"), ["main.js", "a.js", "skins/c.js", "b.js", "d.js", "gone.js"])
        self.assertEqual(told[2], '<link rel="modulepreload" href="a.js">')

    def test_a_page_can_load_its_files_from_a_folder(self) -> None:
        found = moved(PAGE, ["icon.svg", "main.js", "b.js"], "v/1/")
        self.assertEqual(found.count("v/1/"), 3)
        self.assertIn('<a href="#/">Home</a> <a href="elsewhere.html">Away</a>', found)

    def test_the_page_itself_asks_for_a_name_with_few_files(self) -> None:
        """Browsers load six at a time: these are the first."""
        folder = files(CLIENT)
        html = folder.joinpath("index.html").read_text()
        modules = {one.name: one.read_text() for one in folder.iterdir() if one.name.endswith(".js")}
        [first, second] = entries(html)
        self.assertEqual((first, second), ("main.js", "app.js"))
        self.assertLessEqual(len(needed_by(first, modules)) + 2, 6, "with itself and style.css")
        self.assertEqual(html.count('rel="stylesheet"'), html.count('media="not all"') + 1)
