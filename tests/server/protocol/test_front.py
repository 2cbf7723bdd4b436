import msgspec

from nardy.server.protocol.front import GameScene, ShownGame, ShownTurn


def test_a_turn_and_a_scene_come_back_from_json_as_they_went() -> None:
    game = ShownGame([ShownTurn("black", [3, 1], [(8, 5), (6, 5)])])
    scene = GameScene([0, 1], [1, 0], [1], [])
    for told in (game, scene):
        assert msgspec.json.decode(msgspec.json.encode(told), type=type(told)) == told
