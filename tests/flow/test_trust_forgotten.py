"""What is trusted can be looked at and forgotten: then it is asked about again."""

from pathlib import Path

import pytest

from studio.workspace.workspace import Workspace
from tests.flow.shop import Shop

pytestmark = [pytest.mark.anyio, pytest.mark.promise("H2")]


async def test_a_forgotten_file_has_to_be_trusted_again_and_the_others_stay(
    shop: Shop, workspace: Workspace, tmp_path: Path
) -> None:
    one, other = tmp_path / "one.py", tmp_path / "other.py"
    for file in (one, other):
        file.write_text('def f() -> str:\n    """Say it."""\n    return "x"\n')
    session = await shop.session(workspace)
    files = [session.fingerprint(file) for file in (one, other)]
    for each in files:
        session.trust(each)
    newest, older = workspace.preferences.trusted()[:2]
    assert [Path(newest.path).name, Path(older.path).name] == ["other.py", "one.py"]
    assert newest.when > 1_700_000_000
    session.trust(files[0])
    assert len([each for each in workspace.preferences.trusted() if each.path == older.path]) == 1
    workspace.preferences.forget_trust(older)
    assert not workspace.world.trusts(files[0])
    assert workspace.world.trusts(files[1])
    again = shop.workspace()
    assert not again.world.trusts(files[0])
    assert again.world.trusts(files[1])
    await again.close()
