"""What `nardy analyze` prints and writes: text, JSON, a report in HTML."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import click

from nardy.cli.analyze_files import MatchFiles, unwritable
from nardy.cli.analyze_lines import lines
from nardy.cli.analyze_run import AnalysisRun
from nardy.cli.encodings import json_line
from nardy.cli.figures import word
from nardy.report import PlayerProfile, as_object, page, player_profile
from nardy.report.json_object import plies_of, profile_object
from nardy.report.page import WORST as WORST_IN_HTML
from nardy.report.player_profile import UnknownPlayerError
from nardy.report.profile_section import profile_sentences
from nardy.report.wording import Wording

WORST = 5
"""How many of the costliest decisions of a match are shown as text."""


def explained(
    *, worst: int | None, why: bool, html: Path | None, as_json: bool, **_: object
) -> int | None:
    """How many of the costliest decisions of a match are explained; None: all mistakes."""
    if why and as_json:
        return None
    as_text = (WORST if worst is None else worst) if why else 0
    in_html = (WORST_IN_HTML if worst is None else worst) if html else 0
    return max(as_text, in_html)


@dataclass(frozen=True, kw_only=True)
class OutputOptions:
    """The options of the command that say what is told, and where."""

    language: str
    worst: int | None
    why: bool
    html: Path | None
    player: str | None
    as_json: bool


class AnalysisOutput:
    """The report on a run that has ended or was stopped."""

    def __init__(self, run: AnalysisRun, files: MatchFiles, **asked: Any) -> None:
        self.run, self.files, self.asked = run, files, OutputOptions(**asked)

    @property
    def stopped(self) -> str:
        """What was kept after Ctrl-C."""
        matches = self.run.matches
        games = sum(len(match.games) for match in matches)
        said = word(self.asked.language, "analyze.stopped", n=games, files=len(matches))
        return f"{said}; {word(self.asked.language, 'analyze.kept')}" if self.run.is_kept else said

    @cached_property
    def profile(self) -> PlayerProfile | None:
        """The profile of the named player; None if no match has them."""
        try:
            return self._profile()
        except UnknownPlayerError:
            return None

    def _profile(self) -> PlayerProfile | None:
        name, matches = self.asked.player, self.run.matches
        return player_profile(matches, name) if matches and name is not None else None

    def tell(self) -> None:
        """Print the report, and write the HTML if asked for.

        Raises:
            UnknownPlayerError: no match has the named player; the rest of the report is out.
            NardyError: the file cannot be written; the other report is out.
        """
        if self.asked.as_json:
            click.echo(json_line(self._object()))
        else:
            for line in self._lines():
                click.echo(line)
        if self.asked.html:
            self._write(self.asked.html)
        # A misspelled name must not cost the work of an hour.
        self._profile()

    def _object(self) -> dict[str, Any]:
        """One match as it is; of several all, with the profile and the files that were refused."""
        bot, language, why = self.run.judging.bot, self.asked.language, self.asked.why
        told: dict[str, Any] = {"bot": bot.name, "plies": plies_of(bot)}
        if self.files.is_alone and self.asked.player is None:
            return told | as_object(self.run.matches[0], language, why=why)
        told["matches"] = [as_object(match, language, why=why) for match in self.run.matches]
        told["refused"] = self.files.refused
        return told | ({"profile": profile_object(self.profile, language)} if self.profile else {})

    def _lines(self) -> Iterator[str]:
        language, worst = self.asked.language, self.asked.worst
        for place, match in enumerate(self.run.matches):
            if not self.files.is_alone:
                yield from ([""] if place else [])
                yield f"{match.name}:"
            yield from lines(match, WORST if worst is None else worst, language, why=self.asked.why)
        if self.profile:
            words = Wording(language)
            yield from ("", words.say("profile", player=self.profile.player))
            yield from (f"  {sentence}" for sentence in profile_sentences(self.profile, words))

    def _write(self, path: Path) -> None:
        language = self.asked.language
        worst = WORST_IN_HTML if self.asked.worst is None else self.asked.worst
        told = page(
            self.run.matches,
            language,
            worst=worst,
            profile=self.profile,
            refused=self.files.refused,
        ).encode()
        try:
            path.write_bytes(told)
        except OSError as error:
            raise unwritable(path, error.strerror or str(error)) from None
        facts = {"file": path, "size": f"{len(told) / 1000:.0f}"}
        click.echo(word(language, "analyze.written", **facts), err=True)
