"""The report as one HTML file: it needs no network and no script, and prints on A4.

The Content-Security-Policy allows its own style sheet and nothing else, so that even a mistake in
escaping could run no script and load nothing.
"""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from nardy.analysis.judge import ROLL_PLIES
from nardy.core.player import Player
from nardy.formats.record import Record
from nardy.render import shared_parts
from nardy.render.phrases import game_name
from nardy.report.chance_graph import game_graph, match_graph
from nardy.report.markup import Markup, drawing, joined, tag
from nardy.report.match_analysis import GameAnalysis, MatchAnalysis
from nardy.report.mistakes import mistake
from nardy.report.player_profile import PlayerProfile
from nardy.report.profile_section import profile_section
from nardy.report.tables import game_id, games_table, result_text, summary_table, turns_table
from nardy.report.wording import Wording
from nardy.translations import say
from nardy.version import __version__

WORST = 20
"""How many of the costliest decisions of a match are shown with their boards."""
DESCRIBED = ("Event", "Round", "EventDate", "Site")
"""Tags of a file that its heading tells."""
_STYLE = Path(__file__).with_name("report.css")


def page(
    matches: Sequence[MatchAnalysis],
    language: str = "en",
    *,
    worst: int = WORST,
    profile: PlayerProfile | None = None,
    refused: Iterable[str] = (),
) -> str:
    """The report on one match or on several, in a language.

    Args:
        matches: The matches, each with the explanations that are to be told.
        language: Of all texts.
        worst: How many of the costliest decisions of each match are shown with their boards.
        profile: One player's profile over all matches, told first.
        refused: A sentence about each file that could not be read.
    """
    words = Wording(language)
    title = _title(matches, profile, words)
    boards = shared_parts(game.rules for match in matches for game in match.games)
    told = [
        tag("header", tag("h1", title)),
        _refused(list(refused), words),
        _contents(matches, profile, words),
        profile_section(profile, words) if profile else Markup(""),
        *(_match(match, words, worst, is_alone=len(matches) == 1) for match in matches),
    ]
    made = tag("footer", tag("p", words.say("made.by", version=__version__)))
    body = tag("body", drawing(boards), tag("main", *told), made)
    return f"<!DOCTYPE html>\n{tag('html', _head(title, words), body, lang=language)}\n"


def _head(title: str, words: Wording) -> Markup:
    style = _STYLE.read_text("utf-8")
    digest = b64encode(sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", name="referrer", content="no-referrer"),
        tag("title", title),
        # Our own file, and as it is: the policy has its digest.
        tag("style", Markup(style)),
    )


def _title(matches: Sequence[MatchAnalysis], profile: PlayerProfile | None, words: Wording) -> str:
    if profile:
        return words.say("title.player", player=profile.player, n=len(profile.matches))
    if len(matches) == 1:
        return _players(matches[0])
    return words.say("title.many", n=len(matches))


def _players(match: MatchAnalysis) -> str:
    return " – ".join(match.record.players)


def _refused(refused: Sequence[str], words: Wording) -> Markup:
    if not refused:
        return Markup("")
    listed = tag("ul", *(tag("li", sentence) for sentence in refused))
    return tag("section", tag("h2", words.say("refused")), listed)


def _contents(
    matches: Sequence[MatchAnalysis], profile: PlayerProfile | None, words: Wording
) -> Markup:
    """Links to the sections; of several matches to each of them."""
    links = [("profile", words.say("profile", player=profile.player))] if profile else []
    if len(matches) == 1:
        prefix = f"m{matches[0].number}"
        parts = ("summary", "worst", "games")
        links += [(f"{prefix}-{part}", words.say(part)) for part in parts]
    else:
        links += [(f"m{match.number}", f"{_players(match)}, {match.name}") for match in matches]
    if not links:
        return Markup("")
    listed = (tag("li", tag("a", told, href=f"#{place}")) for place, told in links)
    return tag("nav", tag("ul", *listed), aria_label=words.say("contents"))


def _match(match: MatchAnalysis, words: Wording, worst: int, *, is_alone: bool) -> Markup:
    """All about one match; its heading is that of the page if it is alone."""
    top = 2 if is_alone else 3
    heading = Markup("") if is_alone else tag("h2", _players(match))
    parts = [
        heading,
        *_facts(match, words),
        _part(match, "summary", top, words, _summary(match, words)),
        _part(match, "worst", top, words, _worst(match, words, worst, top)),
        _part(match, "games", top, words, _games(match, words, top)),
    ]
    return tag("section", *parts, id=f"m{match.number}", class_="match")


def _part(
    match: MatchAnalysis, name: str, top: int, words: Wording, content: Iterable[Markup]
) -> Markup:
    heading = tag(f"h{top}", words.say(name))
    return tag("section", heading, *content, id=f"m{match.number}-{name}", class_=f"part-{name}")


def _facts(match: MatchAnalysis, words: Wording) -> Iterable[Markup]:
    """Which game and match it was, what the file says of it, and who judged it."""
    games = dict.fromkeys(game_name(game.rules, words.language) for game in match.games)
    length = match.record.match.length
    kind = say(
        words.language, "commands", f"record.{'match' if length else 'money'}", length=length
    )
    tags = dict(match.record.tags)
    facts = [*games, kind, *(tags[name] for name in DESCRIBED if tags.get(name))]
    yield tag("p", ", ".join([*facts, match.name]), class_="facts")
    depths = {"plies": match.judge.plies, "luck": ROLL_PLIES}
    yield tag("p", words.say("judge", bot=match.judge.name, **depths), class_="judge")
    if not match.is_complete:
        total = len(match.record.games)
        yield tag("p", words.say("stopped", done=len(match.games), n=total), class_="stopped")
    yield from (tag("p", told, class_="left-out") for told in _left_out(match.record, words))


def _left_out(record: Record, words: Wording) -> Iterator[str]:
    """Sentences on the parts of the file that were not read or not judged."""
    for game in record.games:
        if game.cut:
            told = words.say("left.out", number=game.number, line=game.cut.line)
            yield told if game.cut.is_result_only else f"{told} {words.say('left.out.rest')}"
    for one in record.findings:
        if one.unreadable:
            yield words.say("left.out.file", line=one.line)
    if record.guessed:
        yield words.say("guessed", n=len(record.guessed))


def _summary(match: MatchAnalysis, words: Wording) -> Iterable[Markup]:
    yield summary_table(match, words)
    yield match_graph(match, words)
    if len(match.games) > 1:
        yield from (games_table(match, player, words) for player in Player)


def _worst(match: MatchAnalysis, words: Wording, worst: int, top: int) -> Iterable[Markup]:
    found = match.mistakes()
    if not found:
        yield tag("p", words.say("worst.none"))
    elif len(found) > worst:
        yield tag("p", words.say("worst.more", shown=worst, n=len(found)))
    for one in found[:worst]:
        yield mistake(match, one, words, f"h{top + 1}")


def _games(match: MatchAnalysis, words: Wording, top: int) -> Iterable[Markup]:
    for place, game in enumerate(match.games):
        title = _game_title(match, game, words)
        parts = (game_graph(game, match, words), turns_table(match, game, words))
        yield tag(
            "section",
            tag(f"h{top + 1}", title),
            *parts,
            id=game_id(match, place),
            class_="game",
        )


def _game_title(match: MatchAnalysis, game: GameAnalysis, words: Wording) -> Markup:
    told = words.say("game", number=game.recorded.number)
    return joined([told, result_text(game.recorded, match, words)], ". ")
