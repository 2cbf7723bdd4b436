"""A player's profile in words, and as a section of a report."""

from collections.abc import Iterator, Sequence

from nardy.error_rates.rates import FEWEST_GAMES, FEWEST_TURNS
from nardy.games import GAMES
from nardy.report.markup import Markup, tag
from nardy.report.player_profile import Difference, PlayerProfile, PlayPart
from nardy.report.tables import row, scrolling
from nardy.report.wording import Wording
from nardy.translations import texts

MOST = 3
"""Leaks and strengths that are told, each."""


def profile_sentences(profile: PlayerProfile, words: Wording) -> Iterator[str]:
    """All decisions, leaks, strengths and the trend; each with its number."""
    total = profile.total
    facts = {"n": total.decisions, "files": len(profile.matches)}
    yield words.say("profile.of", rate=words.rate(total.performance_rating), **facts)
    if len(total.games) < FEWEST_GAMES or total.decisions < 2 * FEWEST_TURNS:
        yield words.say("profile.small")
        return
    told = [*profile.leaks[:MOST], *profile.strengths[:MOST]]
    yield from (_difference(one, words) for one in told)
    if not told:
        yield words.say("profile.even")
    if profile.trend:
        first, second = (words.rate(half.performance_rating) for half in profile.halves)
        yield words.say("profile.trend", first=first, second=second)
        yield words.say(f"profile.trend.{profile.trend}")


def _difference(one: Difference, words: Wording) -> str:
    part, rest = one.part, one.rest
    rates = {
        "rate": words.rate(part.performance_rating),
        "other": words.rate(rest.performance_rating),
    }
    name = part_name(one.facet, part.name, words)
    kind = "leak" if one.is_leak else "strength"
    return words.say(f"profile.{kind}", part=name, n=part.decisions, **rates)


def part_name(facet: str, name: str, words: Wording) -> str:
    """What a part of the play is called."""
    if facet == "game":
        game = GAMES.get(name)
        if game is None:
            return name
        return game.russian if words.language == "ru" and game.russian else game.name
    if facet == "plan":
        return texts(words.language, "coach")[f"plan.{name}"]
    return name if facet == "match" else words.say(f"{facet}.{name}")


def profile_section(profile: PlayerProfile, words: Wording) -> Markup:
    """The sentences, and a table of each way to divide the play."""
    facets = {**profile.facets, "match": profile.matches}
    tables = (_table(facet, parts, words) for facet, parts in facets.items() if len(parts) > 1)
    title = words.say("profile", player=profile.player)
    told = (tag("p", sentence) for sentence in profile_sentences(profile, words))
    return tag("section", tag("h2", title), *told, *tables, id="profile", class_="profile")


def _table(facet: str, parts: Sequence[PlayPart], words: Wording) -> Markup:
    rows = (
        row(
            [
                part_name(facet, part.name, words),
                str(part.decisions),
                words.points(part.lost),
                words.rate(part.performance_rating),
            ]
        )
        for part in parts
    )
    label = words.say(f"facet.{facet}")
    head = row(
        [label, *(words.say(f"column.{name}") for name in ("decisions", "loss", "PR"))], head="col"
    )
    table = tag("table", tag("thead", head), tag("tbody", *rows), class_="figures")
    return scrolling(table, label)
