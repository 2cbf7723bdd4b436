from tests.effort import each

from nardy.core.options import OPTIONS, rules_text
from nardy.games import GAMES, find_game
from nardy.server.games.catalog import laws_of_games, offer_of


@each("game", GAMES)
def test_the_page_begins_with_a_single_game_and_names_the_money_game(game: str) -> None:
    laws = laws_of_games((game,))
    if game in ("backgammon", "nackgammon", "hypergammon", "longgammon"):
        assert laws.begins == f"{game},beavers=off,jacoby=off"
        assert laws.stake == "money"
        begun = laws_of_games((laws.begins,))
        assert (begun.stake, begun.changed) == ("single", {"en": [], "ru": []})
        titles = [preset.title["en"] for preset in offer_of(GAMES[game]).presets]
        assert titles == ["Single game", "Money game"]
    else:
        assert (laws.begins, laws.stake) == (game, "")


def test_no_bomb_before_the_opponents_roll_is_offered() -> None:
    offer = offer_of(find_game("nuclear@any-time"))
    assert "any-time" not in {preset.name for preset in offer.presets}
    assert "bomb_hits" in {option.name for option in offer.options}
    assert "bomb_when" not in {option.name for option in offer.options}


@each("game", GAMES.values())
def test_whatever_is_offered_can_be_ordered(game) -> None:
    offer = offer_of(game)
    for preset in offer.presets:
        assert rules_text(find_game(preset.text)) == preset.text
    for option in offer.options:
        assert option.value == option.published
        values = {value.value for value in option.values}
        assert option.value in values
        assert values <= set(OPTIONS[option.name].values)
