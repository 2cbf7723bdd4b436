"""The words of `nardy play` in English and Russian, and the plural forms of what is counted.

Sentences name a player in the nominative and leave the verb without gender, so that any name
fits: a seat, a bot or a guest. What stands in braces is filled in by `say`.

>>> say("en", "who_starts", player=say("en", "white"))
'First to play: White.'
>>> say("ru", "game_won", player="Белые", result="марс", points=plural("ru", "points", 2))
'Победа: Белые, марс, 2 очка.'
>>> plural("en", "pips", 1), plural("ru", "pips", 21), plural("ru", "pips", 167)
('1 pip', '21 пипс', '167 пипсов')
"""

from collections.abc import Sequence

from nardy.cli.play.help_text import HELP
from nardy.render.labels import WORDS as LABELS

LANGUAGES = ("en", "ru")

WORDS: dict[str, dict[str, str]] = {
    # Who
    "white": {"en": "White", "ru": "Белые"},
    "black": {"en": "Black", "ru": "Чёрные"},
    "you": {"en": "you", "ru": "вы"},
    "a_person": {"en": "a person", "ru": "человек"},
    "seats": {
        "en": "{white_seat}: {white}. {black_seat}: {black}.",
        "ru": "{white_seat}: {white}. {black_seat}: {black}.",
    },
    "board_turns": {
        "en": "The board turns: whoever must act sits below.",
        "ru": "Доска поворачивается: внизу тот, кому действовать.",
    },
    "saved_before": {
        "en": "The game saved there before is now {file}.",
        "ru": "Партия, сохранённая там раньше, теперь в файле {file}.",
    },
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
    "starts_with": {
        "en": "{player} starts with {dice}.",
        "ru": "{player}: первый ход, бросок {dice}.",
    },
    "forfeit": {
        "en": "{player} loses the game: {reason}.",
        "ru": "{player}: партия проиграна. {reason}.",
    },
    # Rolling and playing
    "rolled": {"en": "{player} rolled {dice}.", "ru": "{player}: бросок {dice}."},
    "dice_left": {"en": "{dice} left", "ru": "осталось {dice}"},
    "lawful_turns": {
        "en": "Lawful turns ({count}): {turns}",
        "ru": "Возможные ходы ({count}): {turns}",
    },
    "lawful_moves": {"en": "Lawful moves: {moves}", "ru": "Возможные перемещения: {moves}"},
    "lawful_now": {"en": "Lawful now: {choices}.", "ru": "Сейчас возможно: {choices}."},
    "turn_is_complete": {
        "en": "The turn {turn} is complete: Enter confirms it, undo takes back a move.",
        "ru": "Ход {turn} сделан полностью: Enter завершает его, «назад» возвращает перемещение.",
    },
    "moves_made": {"en": "{player} {moves}.", "ru": "{player}: {moves}."},
    "and_more": {"en": "and {count} more", "ru": "и ещё {count}"},
    "too_many_turns": {
        "en": "There are more than {count} lawful turns; play move by move.",
        "ru": "Возможных ходов больше {count}; играйте по одному перемещению.",
    },
    "dances": {
        "en": "{player}: no lawful move, the dice are lost.",
        "ru": "{player}: ходов нет, пропуск хода.",
    },
    "forced": {
        "en": "{player} has only one lawful turn: {turn}.",
        "ru": "{player}: единственный возможный ход, {turn}.",
    },
    "bot_plays": {"en": "{player} plays {turn}.", "ru": "{player}: ход {turn}."},
    "confirm_turn": {
        "en": "The turn is {turn}. Enter confirms it, undo takes back a move: ",
        "ru": "Ход: {turn}. Enter — завершить, «назад» — вернуть перемещение: ",
    },
    "unlawful": {"en": "{turn} is not lawful. {law}", "ru": "{turn}: так ходить нельзя. {law}"},
    "law_and_source": {
        "en": "(law {law}; source {source})",
        "ru": "(правило {law}; источник {source})",
    },
    "opponent_may_agree": {
        "en": "If the opponent lets it stand: accept. Otherwise the lawful turn.",
        "ru": "Если соперник согласен оставить ход: да. Иначе ход по правилам.",
    },
    "why_what": {
        "en": "Why what? For example: why 8/5 6/5",
        "ru": "Почему что? Например: почему 8/5 6/5",
    },
    "ambiguous": {
        "en": "{text} can mean different turns: {readings}. Name the points it touches.",
        "ru": "{text}: ход можно понять по-разному: {readings}. Назовите пункты на пути.",
    },
    "lawful": {"en": "{turn} is lawful.", "ru": "{turn}: так ходить можно."},
    "undone": {"en": "Taken back: {move}.", "ru": "Возвращено: {move}."},
    "dice_undone": {"en": "Taken back: the dice {dice}.", "ru": "Возвращён бросок {dice}."},
    "nothing_to_undo": {"en": "There is no move to take back.", "ru": "Возвращать нечего."},
    "no_move": {"en": "(no move)", "ru": "(ходов нет)"},
    "no_turns_yet": {"en": "No turn has been played yet.", "ru": "Ходов ещё не было."},
    "accepted_turn": {
        "en": "The turn breaks a law and stands, accepted by the opponent.",
        "ru": "Ход сделан не по правилам и остаётся: соперник его принял.",
    },
    "leftover_dice": {
        "en": "{player} plays the dice left over: {dice}.",
        "ru": "{player} доигрывают оставшиеся кости: {dice}.",
    },
    "leftovers_lost": {
        "en": "{player} cannot play the dice left over: {dice}.",
        "ru": "{player}: оставшимися костями ({dice}) ходов нет.",
    },
    "mother_pinned": {"en": "The mother of {player} is pinned.", "ru": "{player}: мать заперта."},
    "last_throw": {
        "en": "The last throw: one more turn for {player}.",
        "ru": "Право последнего броска: {player}.",
    },
    "bomb_explodes": {
        "en": "{player} exploded the bomb: {checkers} to the bar.",
        "ru": "{player}: взрыв бомбы, на бар уходит {checkers}.",
    },
    # The cube
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
    "resign_accepted": {"en": "The resignation is accepted.", "ru": "Сдача принята."},
    "resign_refused": {
        "en": "The resignation is refused, and the game goes on.",
        "ru": "Сдача не принята, партия продолжается.",
    },
    "resign_sizes": {
        "en": "In this game one may resign: {sizes}.",
        "ru": "В этой игре сдаются так: {sizes}.",
    },
    # Results; a game's own names (oin, mars, koks) come with the game
    "game_won": {
        "en": "{player} won: {result}, {points}.",
        "ru": "Победа: {player}, {result}, {points}.",
    },
    "first_hit": {"en": "The first hit decides the game.", "ru": "Первый бой решает партию."},
    "draw": {"en": "A draw: {points} to each.", "ru": "Ничья: каждому {points}."},
    "void": LABELS["void"],
    "mothers": LABELS["mothers"],
    # Games and matches
    "game_is": {"en": "It is {game}.", "ru": "Играем: {game}."},
    "hint_next_game": {
        "en": "Enter begins the next game, quit leaves.",
        "ru": "Enter начинает следующую партию, «выход» заканчивает игру.",
    },
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
    "prompt_roll": {
        "en": "Enter to roll, or {choices}: ",
        "ru": "Enter — бросок; можно ещё {choices}: ",
    },
    "prompt_roll_of": {
        "en": "{player}: Enter to roll, or {choices}: ",
        "ru": "{player}: Enter — бросок; можно ещё {choices}: ",
    },
    "prompt_dice_or": {
        "en": "{player}, the dice on your board, for example 31; or {choices}: ",
        "ru": "{player}, что выпало на доске, например 31; или {choices}: ",
    },
    "prompt_turn": {"en": "Your turn, {dice}: ", "ru": "Ваш ход, {dice}: "},
    "prompt_turn_of": {"en": "{player}, {dice}: ", "ru": "{player}, {dice}: "},
    "prompt_answer": {
        "en": "The answer of {player}: {choices}? ",
        "ru": "{player}, ваш ответ: {choices}? ",
    },
    "prompt_dice": {
        "en": "{player}, the dice on your board, for example 31: ",
        "ru": "{player}, что выпало на доске, например 31: ",
    },
    "prompt_opening_dice": {
        "en": "The opening roll: White's die and Black's, for example 31: ",
        "ru": "Розыгрыш первого хода: кость белых и кость чёрных, например 31: ",
    },
    "prompt_bomb": {
        "en": "{player} to roll next: Enter goes on, or bomb: ",
        "ru": "Сейчас бросок, {player}: Enter — дальше, или бомба: ",
    },
    "prompt_next_game": {
        "en": "Enter for the next game, quit to leave: ",
        "ru": "Enter — следующая партия, «выход» — закончить: ",
    },
    "not_understood": {
        "en": "{text!r} was not understood. ? tells what is lawful, help all that can be typed.",
        "ru": "Непонятно: «{text}». ? — что возможно, «справка» — что можно набрать.",
    },
    "did_you_mean": {
        "en": "{text!r} was not understood; did you mean {near}?",
        "ru": "Непонятно: «{text}»; может быть, {near}?",
    },
    "hint_turn": {
        "en": "{number}. {turn}  {equity}, wins {win}",
        "ru": "{number}. {turn}  {equity}, победа {win}",
    },
    "hint_turn_match": {
        "en": "{number}. {turn}  {equity}, wins {win}, the match {match}",
        "ru": "{number}. {turn}  {equity}, победа {win}, матч {match}",
    },
    "hint_act": {"en": "The bot's choice: {act}.", "ru": "Бот выбрал бы: {act}."},
    "hint_soon": {
        "en": "The bot is still being made ready; ask again in half a minute.",
        "ru": "Бот ещё готовится; спросите снова через полминуты.",
    },
    "hint_never": {
        "en": "Hints need Numba, and it is not installed; install nardy[engine].",
        "ru": "Для подсказок нужна Numba, а она не установлена; установите nardy[engine].",
    },
    "hint_help": {
        "en": "help lists everything that can be typed.",
        "ru": "«справка» — всё, что можно набрать.",
    },
    "answer_in_full": {
        "en": "Type the answer as a word; Enter alone answers nothing.",
        "ru": "Наберите ответ словом; просто Enter — не ответ.",
    },
    "saved": {"en": "Saved in {file}.", "ru": "Сохранено в файл {file}."},
    "resumed": {
        "en": "Resumed from {file}: {games}.",
        "ru": "Продолжаем из файла {file}: {games}.",
    },
    "goodbye": {
        "en": "nardy play --resume goes on with it. Goodbye.",
        "ru": "Продолжить: nardy play --resume. До свидания.",
    },
    # Acts, as they may be typed
    "act_roll": {"en": "roll", "ru": "бросок"},
    "act_double": {"en": "double", "ru": "удвоить"},
    "act_take": {"en": "take", "ru": "взять"},
    "act_pass": {"en": "pass", "ru": "сдать"},
    "act_beaver": {"en": "beaver", "ru": "бивер"},
    "act_raccoon": {"en": "raccoon", "ru": "ракун"},
    "act_accept": {"en": "accept", "ru": "да"},
    "act_refuse": {"en": "refuse", "ru": "нет"},
    "act_bomb": {"en": "bomb", "ru": "бомба"},
    "act_resign": {"en": "resign", "ru": "сдаюсь"},
    "help": HELP,
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
}
"""What is counted, by its key and language, in the forms that CLDR calls one, few, many, other."""


def say(language: str, key: str, **values: object) -> str:
    """Fill in the sentence *key* of a language; an unknown key is a `KeyError`.

    >>> say("ru", "draw", points=plural("ru", "points", 0.5))
    'Ничья: каждому 0,5 очка.'
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


def listed(language: str, words: Sequence[str]) -> str:
    """Words as a choice: 'take, beaver or pass'.

    >>> listed("ru", ["взять", "сдать"])
    'взять или сдать'
    """
    *before, last = words
    either = " or " if language == "en" else " или "
    return ", ".join(before) + either + last if before else last
