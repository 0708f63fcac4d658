"""Where the worker starts: `python main.py ADDRESS`, with the key of the connection as the first line of its input.

Readable by any Python, even 2, so that one that is too old can say so. Below: `serve`, as a package of a private name, so
that no module of the person's is hidden behind ours.
"""

import sys

if sys.version_info < (3, 9):  # noqa: UP036 - this is how an old one is found out
    sys.stderr.write("too old: Python %d.%d\n" % sys.version_info[:2])  # noqa: UP031 - it may be Python 2
    sys.exit(78)

import importlib
import importlib.util
import pathlib

if __name__ == "__main__":
    name = "_toolcall_studio_worker"
    folder = pathlib.Path(__file__).resolve().parent
    sys.path[:] = [each for each in sys.path if not each or pathlib.Path(each).resolve() != folder]
    spec = importlib.util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None
    sys.modules[name] = importlib.util.module_from_spec(spec)
    importlib.import_module(name + ".serve").serve(sys.argv[1], bytes.fromhex(sys.stdin.readline()))
