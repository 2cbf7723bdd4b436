"""The words of `nardy play` in English and Russian, and the plural forms of what is counted.

Sentences name a player in the nominative and leave the verb without gender, so that any name
fits: a seat, a bot or a guest. What stands in braces is filled in by `say`.

>>> say("en", "to_play", player=say("en", "white"))
'White to play.'
>>> say("ru", "game_won", player="Белые", result="марс", points=plural("ru", "points", 2))
'Победа: Белые, марс, 2 очка.'
>>> plural("en", "pips", 1), plural("ru", "pips", 21), plural("ru", "pips", 167)
('1 pip', '21 пипс', '167 пипсов')
"""

LANGUAGES = ("en", "ru")

_HELP_ENGLISH = """\
What can be typed:
  8/5 6/5            a turn: from point 8 to point 5, from 6 to 5
  8/5                one move of it; the rest may follow on the next line
  bar/22  6/off      enter from the bar; bear off
  8/4(2)  13/7*/5    two checkers alike; a hit on the way
  ?                  this list, and the lawful turns
  why TURN           which law forbids a turn, or that it is lawful
  undo               take back the last move of a turn not yet confirmed
  roll               roll the dice (so does Enter)
  double             offer a double before the roll
  take, pass         answer a double, a beaver or a raccoon
  beaver, raccoon    double back at once and keep the cube
  resign             offer to resign; also: resign gammon, resign backgammon
  accept, refuse     answer an offer to resign
  bomb               explode the bomb before the roll
  pips               both pip counts
  board              show the board again
  plain              read positions in words, or go back to the board
  save               save the game to go on later
  quit               leave"""

_HELP_RUSSIAN = """\
Что можно набрать:
  8/5 6/5            ход: с пункта 8 на пункт 5 и с 6 на 5
  8/5                одно перемещение; остальные можно набрать следующей строкой
  bar/22  6/off      ввести шашку с бара; снять шашку
  8/4(2)  13/7*/5    две шашки одинаково; бой по дороге
  ?                  этот список и возможные ходы
  why ХОД            какое правило запрещает ход, или что он возможен
  undo               вернуть последнее перемещение, пока ход не завершён
  roll               бросить кости (так же и Enter)
  double             предложить удвоение до броска
  take, pass         принять или сдать: ответ на удвоение, бивер или ракун
  beaver, raccoon    сразу удвоить в ответ и оставить куб у себя
  resign             предложить сдачу; ещё: resign gammon (марс), resign backgammon (кокс)
  accept, refuse     согласиться на сдачу соперника или отказать
  bomb               взорвать бомбу до броска
  pips               счёт пипсов у обоих
  board              показать доску снова
  plain              читать позицию словами или вернуться к доске
  save               сохранить партию, чтобы доиграть потом
  quit               выйти"""

WORDS: dict[str, dict[str, str]] = {
    # Who
    "white": {"en": "White", "ru": "Белые"},
    "black": {"en": "Black", "ru": "Чёрные"},
    "you": {"en": "You", "ru": "Вы"},
    "bot": {"en": "Bot", "ru": "Бот"},
    # The opening
    "opening_roll": {
        "en": "Opening roll: {white} {white_die}, {black} {black_die}.",
        "ru": "Розыгрыш первого хода: {white} {white_die}, {black} {black_die}.",
    },
    "opening_tie": {"en": "A tie: roll again.", "ru": "Поровну, бросок повторяется."},
    "auto_double": {
        "en": "A tie: the cube turns to {value} and stays in the middle.",
        "ru": "Поровну: автодабл, куб остаётся посередине, на нём {value}.",
    },
    "who_starts": {"en": "First to play: {player}.", "ru": "Первый ход: {player}."},
    # Rolling and playing
    "your_roll": {"en": "Your roll: {dice}.", "ru": "Ваш бросок: {dice}."},
    "rolled": {"en": "{player} rolled {dice}.", "ru": "{player}: бросок {dice}."},
    "rolled_double": {
        "en": "{player} rolled double {die}: {moves}.",
        "ru": "{player}: дубль {die}, {moves}.",
    },
    "to_roll": {"en": "{player} to roll.", "ru": "Бросать: {player}."},
    "to_play": {"en": "{player} to play.", "ru": "Ход: {player}."},
    "dice_left": {"en": "Still to be played: {dice}.", "ru": "Осталось сыграть: {dice}."},
    "lawful_turns": {"en": "Lawful turns: {turns}", "ru": "Возможные ходы: {turns}"},
    "lawful_moves": {"en": "Lawful moves: {moves}", "ru": "Возможные перемещения: {moves}"},
    "and_more": {"en": "and {count} more", "ru": "и ещё {count}"},
    "too_many_turns": {
        "en": "There are more than {count} lawful turns; play it move by move.",
        "ru": "Возможных ходов больше {count}; играйте по одному перемещению.",
    },
    "dances": {
        "en": "{player}: no lawful move, the dice are lost.",
        "ru": "{player}: ходов нет, пропуск хода.",
    },
    "forced": {
        "en": "Only one turn is lawful: {turn}.",
        "ru": "Возможен только один ход: {turn}.",
    },
    "bot_plays": {"en": "{player} plays {turn}.", "ru": "{player}: ход {turn}."},
    "confirm_turn": {
        "en": "Your turn is {turn}. Enter confirms it, undo takes back a move.",
        "ru": "Ваш ход: {turn}. Enter завершает его, undo возвращает перемещение.",
    },
    "unlawful": {"en": "{turn} is not lawful. {law}", "ru": "{turn}: так ходить нельзя. {law}"},
    "lawful": {"en": "{turn} is lawful.", "ru": "{turn}: так ходить можно."},
    "undone": {"en": "Taken back: {move}.", "ru": "Возвращено: {move}."},
    "nothing_to_undo": {
        "en": "There is no move to take back.",
        "ru": "Возвращать нечего.",
    },
    "accepted_turn": {
        "en": "The turn breaks a law and stands, accepted by the opponent.",
        "ru": "Ход сделан не по правилам и остаётся: соперник его принял.",
    },
    "leftover_dice": {
        "en": "{player} to play the dice left over: {dice}.",
        "ru": "{player}: доиграть оставшиеся кости, {dice}.",
    },
    "mother_pinned": {
        "en": "{player}: the mother is pinned.",
        "ru": "{player}: мать заперта.",
    },
    "last_throw": {
        "en": "The last throw: one more turn for {player}.",
        "ru": "Право последнего броска: {player}.",
    },
    "bomb_explodes": {
        "en": "{player} exploded the bomb: {checkers} to the bar.",
        "ru": "{player}: взрыв бомбы, на бар уходит {checkers}.",
    },
    "bomb_owner": {"en": "Owner of the bomb: {player}.", "ru": "Владелец бомбы: {player}."},
    "bomb_nobody": {"en": "The bomb is nobody's yet.", "ru": "Бомба пока ничья."},
    # The cube
    "cube_centred": {
        "en": "The cube is in the middle, at {value}.",
        "ru": "Куб посередине, на нём {value}.",
    },
    "cube_owned": {
        "en": "The cube is at {value}. Owner: {player}.",
        "ru": "На кубе {value}. Владелец: {player}.",
    },
    "double_offered": {
        "en": "{player} offered a double to {value}.",
        "ru": "{player}: предложено удвоение до {value}.",
    },
    "beaver_offered": {
        "en": "{player} answered with a beaver: the cube goes to {value}.",
        "ru": "{player}: бивер, на кубе станет {value}.",
    },
    "raccoon_offered": {
        "en": "{player} answered with a raccoon: the cube goes to {value}.",
        "ru": "{player}: ракун, на кубе станет {value}.",
    },
    "take_or_pass": {"en": "Take or pass?", "ru": "Принять или сдать?"},
    "take_beaver_or_pass": {
        "en": "Take, pass or beaver?",
        "ru": "Принять, сдать или бивер?",
    },
    "take_raccoon_or_pass": {
        "en": "Take, pass or raccoon?",
        "ru": "Принять, сдать или ракун?",
    },
    "taken": {
        "en": "{player} took. The cube is at {value}.",
        "ru": "{player}: принято. На кубе {value}.",
    },
    "passed": {
        "en": "{player} passed: {points} lost.",
        "ru": "{player}: партия сдана, проиграно {points}.",
    },
    # Resignation
    "resign_offered": {
        "en": "{player} offered to resign: {result}, {points}.",
        "ru": "{player}: предложение сдаться, {result}, {points}.",
    },
    "accept_or_refuse": {"en": "Accept or refuse?", "ru": "Согласиться или отказать?"},
    "resign_accepted": {
        "en": "The resignation is accepted.",
        "ru": "Сдача принята.",
    },
    "resign_refused": {
        "en": "The resignation is refused, and the game goes on.",
        "ru": "Сдача не принята, партия продолжается.",
    },
    # Results; a game's own names (oin, mars, koks) come with the game
    "single": {"en": "a single game", "ru": "обычная победа"},
    "gammon": {"en": "a gammon", "ru": "марс"},
    "backgammon": {"en": "a backgammon", "ru": "кокс"},
    "game_won": {
        "en": "{player} won: {result}, {points}.",
        "ru": "Победа: {player}, {result}, {points}.",
    },
    "first_hit": {
        "en": "The first hit decides the game.",
        "ru": "Первый бой решает партию.",
    },
    "draw": {"en": "A draw: {points} to each.", "ru": "Ничья: каждому {points}."},
    "void": {
        "en": "The game is void: nobody scores.",
        "ru": "Партия не в счёт: очков никто не получает.",
    },
    "nobody_can_move": {
        "en": "Neither player could ever move again.",
        "ru": "Ни один из игроков уже не сможет сходить.",
    },
    "both_mothers_pinned": {
        "en": "Both mothers are pinned.",
        "ru": "Заперты обе матери.",
    },
    # Games and matches
    "game_number": {"en": "Game {number}.", "ru": "Партия {number}."},
    "money_score": {
        "en": "Score ({games}): {white} {white_score}, {black} {black_score}.",
        "ru": "Счёт ({games}): {white} {white_score}, {black} {black_score}.",
    },
    "match_score": {
        "en": "Match to {length}: {white} {white_score}, {black} {black_score}.",
        "ru": "Матч до {length}: {white} {white_score}, {black} {black_score}.",
    },
    "match_won": {
        "en": "{player} won the match, {score}.",
        "ru": "Победа в матче: {player}, счёт {score}.",
    },
    "crawford": {
        "en": "The Crawford game: nobody may double.",
        "ru": "Партия Кроуфорда: удваивать нельзя.",
    },
    "pip_count": {
        "en": "Pip count: {white} {white_pips}, {black} {black_pips}.",
        "ru": "Счёт пипсов: {white} {white_pips}, {black} {black_pips}.",
    },
    # What the program asks for
    "prompt_roll": {"en": "Enter to roll, ? for help: ", "ru": "Enter — бросок, ? — справка: "},
    "prompt_roll_or_double": {
        "en": "Enter to roll, or double: ",
        "ru": "Enter — бросок, double — удвоение: ",
    },
    "prompt_turn": {"en": "Your turn, {dice}: ", "ru": "Ваш ход, {dice}: "},
    "prompt_answer": {"en": "Your answer ({choices}): ", "ru": "Ваш ответ ({choices}): "},
    "prompt_dice": {
        "en": "The dice on your board, for example 31: ",
        "ru": "Что выпало на вашей доске, например 31: ",
    },
    "prompt_next_game": {
        "en": "Enter for the next game, quit to leave: ",
        "ru": "Enter — следующая партия, quit — выход: ",
    },
    "not_understood": {
        "en": "'{text}' was not understood. Type ? for help.",
        "ru": "Непонятно: «{text}». Наберите ?, чтобы увидеть справку.",
    },
    "saved": {"en": "Saved in {file}.", "ru": "Сохранено в файл {file}."},
    "resumed": {"en": "Resumed from {file}.", "ru": "Продолжаем из файла {file}."},
    "goodbye": {"en": "Goodbye.", "ru": "До свидания."},
    "help": {"en": _HELP_ENGLISH, "ru": _HELP_RUSSIAN},
    # A position read aloud: "White: 2 checkers on 24, 5 checkers on 13."
    "read_numbering": {
        "en": "Each player's points are counted from that player's own home.",
        "ru": "Пункты каждого игрока считаются от его собственного дома.",
    },
    "read_player": {"en": "{player}: {places}.", "ru": "{player}: {places}."},
    "read_point": {"en": "{checkers} on {point}", "ru": "{checkers} на {point}"},
    "read_pinned": {
        "en": "{checkers} pinned on {point}",
        "ru": "{checkers} под шашкой соперника на {point}",
    },
    "read_bar": {"en": "{checkers} on the bar", "ru": "{checkers} на баре"},
    "read_off": {"en": "{checkers} off", "ru": "{checkers} за доской"},
    "read_nothing": {"en": "no checkers on the board", "ru": "на доске шашек нет"},
    "read_dice": {"en": "Dice: {dice}.", "ru": "Кости: {dice}."},
    "plain_on": {
        "en": "Positions are now read in words.",
        "ru": "Теперь позиция читается словами.",
    },
    "plain_off": {"en": "The board is shown again.", "ru": "Доска показана снова."},
}
"""Every interface word by its key, then by its language."""

PLURALS: dict[str, dict[str, dict[str, str]]] = {
    "pips": {
        "en": {"one": "pip", "other": "pips"},
        "ru": {"one": "пипс", "few": "пипса", "many": "пипсов", "other": "пипса"},
    },
    "points": {
        "en": {"one": "point", "other": "points"},
        "ru": {"one": "очко", "few": "очка", "many": "очков", "other": "очка"},
    },
    "checkers": {
        "en": {"one": "checker", "other": "checkers"},
        "ru": {"one": "шашка", "few": "шашки", "many": "шашек", "other": "шашки"},
    },
    "games": {
        "en": {"one": "game", "other": "games"},
        "ru": {"one": "партия", "few": "партии", "many": "партий", "other": "партии"},
    },
    "turns": {
        "en": {"one": "turn", "other": "turns"},
        "ru": {"one": "ход", "few": "хода", "many": "ходов", "other": "хода"},
    },
    "moves": {
        "en": {"one": "move", "other": "moves"},
        "ru": {
            "one": "перемещение",
            "few": "перемещения",
            "many": "перемещений",
            "other": "перемещения",
        },
    },
}
"""What is counted, by its key and language, in the forms that CLDR calls one, few, many, other."""


def say(language: str, key: str, **values: object) -> str:
    """Fill in the sentence *key* of a language; an unknown key is a `KeyError`.

    >>> say("ru", "read_point", checkers=plural("ru", "checkers", 2), point=24)
    '2 шашки на 24'
    """
    return WORDS[key][language].format(**values)


def plural(language: str, key: str, n: float) -> str:
    """Write *n* with its noun in the right form; halves are written as decimals.

    >>> [plural("ru", "points", n) for n in (0.5, 1, 3, 11)]
    ['0,5 очка', '1 очко', '3 очка', '11 очков']
    """
    forms = PLURALS[key][language]
    number = str(int(n)) if n == int(n) else str(n)
    if language == "ru":
        number = number.replace(".", ",")
    return f"{number} {forms[_form(language, n)]}"


def _form(language: str, n: float) -> str:
    """Name the plural form of *n* (Unicode CLDR, cardinal numbers)."""
    if n != int(n):
        return "other"
    if language == "en":
        return "one" if abs(n) == 1 else "other"
    tens, ones = int(abs(n)) % 100, int(abs(n)) % 10
    if ones == 1 and tens != 11:
        return "one"
    if 2 <= ones <= 4 and not 12 <= tens <= 14:
        return "few"
    return "many"
