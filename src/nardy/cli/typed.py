"""What a person may type: the words of acts in both languages, and moves one by one."""

from nardy.core.draft import Draft
from nardy.core.words import Word, read_words
from nardy.errors import IllegalTurnError

SYNONYMS = {
    "": "enter",
    "r": "roll",
    "бросок": "roll",
    "бросить": "roll",
    "d": "double",
    "удвоить": "double",
    "удвоение": "double",
    "t": "take",
    "взять": "take",
    "принять": "take",
    "p": "pass",
    "drop": "pass",
    "пас": "pass",
    "сдать": "pass",
    "бивер": "beaver",
    "ракун": "raccoon",
    "сдаться": "resign",
    "сдаюсь": "resign",
    "yes": "accept",
    "да": "accept",
    "согласен": "accept",
    "согласиться": "accept",
    "no": "refuse",
    "нет": "refuse",
    "отказать": "refuse",
    "бомба": "bomb",
    "u": "undo",
    "назад": "undo",
    "отмена": "undo",
    "help": "?",
    "h": "?",
    "помощь": "?",
    "почему": "why",
    "пипсы": "pips",
    "доска": "board",
    "словами": "plain",
    "сохранить": "save",
    "q": "quit",
    "exit": "quit",
    "выход": "quit",
}
"""Other words for an act; what is no word here may be a turn."""

SIZES = {"mars": "gammon", "марс": "gammon", "koks": "backgammon", "кокс": "backgammon"}


def read_line(line: str) -> tuple[str, str]:
    """The act and the rest of a typed line: ('why', '8/5 6/5').

    >>> read_line("сдаюсь марс"), read_line("8/5 6/5")
    (('resign', 'gammon'), ('8/5', '6/5'))
    """
    first, _, rest = line.strip().partition(" ")
    act = SYNONYMS.get(first.casefold(), first.casefold())
    rest = rest.strip()
    return act, SIZES.get(rest.casefold(), rest)


def advance(draft: Draft, text: str) -> None:
    """Add the moves of a text to a draft; nothing is added when one of them fails.

    Raises:
        NotationError: it cannot be read.
        IllegalTurnError: the law of the first move that fails.
    """
    made = 0
    try:
        for word in read_words(text):
            for _ in range(word.times):
                made += _advance_word(draft, word)
    except IllegalTurnError:
        for _ in range(made):
            draft.undo()
        raise


def _advance_word(draft: Draft, word: Word) -> int:
    """Move one checker along the word; the number of moves that it took."""
    before = len(draft.moves)
    origin = word.places[0]
    for target in word.places[1:]:
        if not _go(draft, origin, target):
            for _ in range(len(draft.moves) - before):
                draft.undo()
            draft.move(origin, target)
        origin = target
    return len(draft.moves) - before


def _go(draft: Draft, origin: int, target: int) -> bool:
    """Move a checker from *origin* to *target* with as many dice as it takes."""
    for move in draft.legal_moves:
        if move.origin == origin and move.target >= target:
            draft.move(move.origin, move.target)
            if move.target == target or _go(draft, move.target, target):
                return True
            draft.undo()
    return False
