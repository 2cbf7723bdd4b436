"""The published tables, their notices, and files that are none."""

from pathlib import Path

import numpy as np
import pytest
from tests.effort import each

from nardy.data import table_files, unpacked
from nardy.evaluation.cube import equity_files
from nardy.evaluation.cube.equity_files import (
    EquityTableError,
    load,
    loads,
    published,
    published_names,
)

SMALL = """<met><info><name>small</name></info>
<pre-crawford-table type="explicit"><row><me>0.5</me><me>0.7</me></row>
<row><me>0.3</me><me>0.5</me></row></pre-crawford-table>
<post-crawford-table type="explicit" player="both"><row><me>0.5</me><me>0.48</me></row>
</post-crawford-table></met>"""


@each("name", published_names())
def test_every_published_table_is_a_fair_one(name: str) -> None:
    table = published(name)
    assert table.length >= 15
    for chances in (table.before, table.after):
        assert np.allclose(chances + chances.T, 1)
        assert (np.diff(chances[1:, 1:], axis=1) > -1e-9).all()
    # How much a lead is worth they do not agree on; that it is about so much they do.
    assert table.chance(3, 5) == pytest.approx(0.648, abs=0.015)


@each("file", table_files())
def test_every_table_keeps_its_notice(file: Path) -> None:
    text = " ".join(unpacked(file).decode().split())
    assert "are permitted in any medium without royalty provided the copyright notice" in text
    assert "Copyright (C)" in text


def test_a_table_of_your_own(tmp_path: Path) -> None:
    path = tmp_path / "small.xml"
    path.write_text(SMALL, encoding="utf-8")
    table = load(path)
    assert (table.name, table.length, table.chance(1, 2)) == ("small", 2, 0.7)
    assert table.chance(2, 1, after_crawford=True) == 0.48


@each(
    ("old", "new", "sentence"),
    [
        ("</met>", "", "expected the XML of a match equity table, got no element found"),
        ("<met>", "<!DOCTYPE met [<!ENTITY a 'b'>]><met>", "expected a plain XML file"),
        ("met>", "table>", "expected <met> at the top, got <table>"),
        ("0.7", "1.7", "expected a chance from 0 to 1, got '1.7' in here"),
        ("0.7", "much", "got 'much' in here"),
        ("0.3", "0.4", "expected both players' chances to add up to 1"),
        (
            "<row><me>0.3</me><me>0.5</me></row>",
            "",
            "as many rows as columns, 1 to 200, got 1 of 2",
        ),
        ("<me>0.3</me>", "", "expected rows of one length in <pre-crawford-table>"),
        ('"explicit"><', '"mec"><', "expected one explicit <pre-crawford-table> for both"),
        ("<row><me>0.5</me><me>0.48</me></row>", "", "expected rows of one length in <post-"),
        ("<me>0.48</me></row>", "</row><row><me>1</me></row>", "one row of 2 chances after"),
    ],
)
def test_what_is_no_table_is_refused(old: str, new: str, sentence: str) -> None:
    with pytest.raises(EquityTableError) as refused:
        loads(SMALL.replace(old, new), "here")
    assert sentence in str(refused.value)


def test_a_file_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "table.xml"
    with pytest.raises(EquityTableError, match="got No such file or directory for"):
        load(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(EquityTableError, match="got binary data"):
        load(path)
    monkeypatch.setattr(equity_files, "MOST_BYTES", 2)
    with pytest.raises(EquityTableError, match="expected at most 2 bytes"):
        load(path)


def test_no_table_of_that_name() -> None:
    with pytest.raises(EquityTableError, match=r"Kazaross-XG2, .*got 'none'"):
        published("none")


def test_nobody_can_change_a_published_table() -> None:
    with pytest.raises(ValueError, match="read-only"):
        published().before[1, 1] = 0
    loads(SMALL).before[1, 1] = 0
