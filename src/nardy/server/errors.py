"""What the club refuses, told in every language: by its law, or by a code with a sentence here."""

from collections.abc import Mapping

from nardy.core.laws import LAWS
from nardy.errors import (
    AmbiguousTurn,
    IllegalError,
    NardyError,
    NotationError,
    RulesError,
    UnknownGameError,
)


class RefusedError(NardyError):
    """A refusal of the club itself, by its code."""

    def __init__(self, code: str, message: str) -> None:
        """Remember the code beside the sentence."""
        super().__init__(message)
        self.code = code


class StaleError(NardyError):
    """An act for a moment that has passed."""


class NotHereError(NardyError):
    """An act of somebody who does not sit in this room."""


class StoreError(NardyError):
    """A database that cannot be used, or that is full, locked or read-only."""


class TooOftenError(NardyError):
    """Too much in too short a time; *seconds* is when to try again."""

    def __init__(self, what: str, seconds: int) -> None:
        """Remember the time beside the sentence."""
        super().__init__(f"expected {what} less often; try again in {seconds} s")
        self.seconds = seconds


class BesiegedError(TooOftenError):
    """A name that many guess at is tried too often from one neighborhood."""

    def __init__(self, seconds: int) -> None:
        """Name the ways that stay open."""
        super().__init__("attempts to sign in", seconds)
        told = "expected fewer attempts to sign in from here, since many guess at this password"
        ways = "a browser in which you have signed in before, a passkey or a recovery code"
        self.args = (f"{told}; use {ways}",)


class UnfitNameError(NardyError):
    """A name that is empty, too long, or cannot be seen."""


class NameTakenError(NardyError):
    """A name that somebody with an account has."""


class ClosedAccountError(NardyError):
    """An account that may not come in."""


class UnprovenError(NardyError):
    """Somebody without a password whose browser was signed in long ago."""


class WeakPasswordError(NardyError):
    """A password that anybody would guess."""


class CredentialsError(NardyError):
    """A name with a password or a code that do not belong together."""


CODES: Mapping[type[NardyError], str] = {
    StaleError: "stale",
    NotHereError: "not-here",
    StoreError: "store",
    AmbiguousTurn: "ambiguous",
    BesiegedError: "sign-in-besieged",
    TooOftenError: "too-often",
    UnfitNameError: "name",
    NameTakenError: "name-taken",
    WeakPasswordError: "password",
    CredentialsError: "credentials",
    ClosedAccountError: "account-closed",
    UnprovenError: "proof",
    UnknownGameError: "no-game",
    RulesError: "option",
    NotationError: "notation",
}
"""The nearest class of an error tells its code."""

SENTENCES: Mapping[str, str] = {
    "stale": "За это время в партии что-то произошло: взгляните на доску и решите снова.",
    "not-here": "Ходит здесь только тот, кто сидит за этой доской; сначала займите место.",
    "no-room": "Такой партии здесь нет; проверьте ссылку.",
    "store": "Клуб не смог записать это на диск. Попробуйте ещё раз или скажите хозяину клуба.",
    "ambiguous": "Эту запись можно прочесть как два разных хода; запишите его подробнее.",
    "no-game": "Клуб не знает такой игры; выберите игру из списка.",
    "option": "У этой игры нет такого варианта правил; выберите из предложенных.",
    "notation": "Эту запись не удалось прочесть; проверьте её.",
    "message": "Клуб не понял просьбы. Обновите страницу и попробуйте ещё раз.",
    "seat-taken": "Оба места уже заняты; партию можно посмотреть.",
    "match-goes-on": "Файл будет, когда матч закончится; сначала доиграйте его.",
    "declined": "Соперник больше не хочет играть; найдите другого.",
    "unfinished": "Сначала доиграйте эту партию, потом можно сыграть ещё.",
    "need-match": "Когда игры чередуются, нужен матч: выберите число очков.",
    "bot-weak": "Этот бот слишком далеко позади: на рейтинг играют с тем, кто отстаёт не больше чем на "
    "400 очков. Выберите бота сильнее или сыграйте без рейтинга.",
    "bot-absent": "Сейчас этого бота замещает другой, поэтому рейтинга не будет: выберите «среднего» "
    "или сыграйте без рейтинга.",
    "bot-many": "У вас уже идут пять партий с ботами на рейтинг в этой игре и с такими часами: доиграйте "
    "одну из них или сыграйте без рейтинга.",
    "rated-clock": "Партии на рейтинг нужны часы; выберите их.",
    "rated-account": "На рейтинг играют только те, у кого есть учётная запись: заведите её или сыграйте без "
    "рейтинга.",
    "rated-place": "Вы и соперник заходите с одного адреса или из одного браузера: между собой играйте без "
    "рейтинга.",
    "rated-pair": "Одна и та же пара играет на рейтинг лишь несколько раз за сутки: эту партию сыграйте без "
    "рейтинга.",
    "rated-rules": "На рейтинг играют по обычным правилам игры; с другими — без рейтинга.",
    "no-circle": "Такого клуба здесь нет, или вы в нём не состоите; попросите ссылку-приглашение.",
    "circle-role": "В этом клубе это решают другие: владелец или помощник.",
    "program-account": "За программу кто-то отвечает: сначала заведите учётную запись.",
    "program-many": "Своих программ может быть не больше десяти; удалите одну.",
    "program-none": "Такой программы у вас нет.",
    "program-closed": "Эту программу в клуб больше не пускают.",
    "token-scope": "Токену программы это не открыто; сделайте это в браузере или получите другой токен.",
    "token-scopes": "Выберите, что откроет токен: игру и просмотр или только просмотр.",
    "program-casual": "Здесь играют люди: программам — партии без рейтинга.",
    "circle-account": "Чтобы открыть клуб, заведите учётную запись: имя и пароль.",
    "circle-many": "Своих клубов может быть не больше десяти.",
    "circle-full": "В этом клубе больше нет места.",
    "circle-nobody": "Этот человек в клубе не состоит.",
    "circle-owner": "Сначала назначьте другого владельца.",
    "no-invitation": "Это приглашение больше не действует; попросите новую ссылку.",
    "uninvited": "Здесь играют только по приглашению; попросите ссылку у кого-нибудь из участников.",
    "level": "Такого бота нет; выберите уровень из списка.",
    "name": "Имя — от 1 до 24 видимых букв; впишите другое.",
    "name-taken": "Это имя уже занято; добавьте букву.",
    "password": "Такой пароль легко угадать: нужно не меньше 8 знаков и не имя. "
    "Хороши три слова, никак не связанные между собой.",
    "credentials": "Это имя и этот пароль или код друг к другу не подходят.",
    "account-closed": "Эта учётная запись закрыта.",
    "rooms": "Слишком много партий открыто сразу; закройте одну из них.",
    "too-often": "Слишком часто; попробуйте снова через {seconds} с.",
    "sign-in-besieged": "Пароль этого имени сейчас подбирают, и отсюда попыток больше нет: войдите из браузера, "
    "где вы уже входили, по ключу доступа или по коду восстановления.",
    "claim": "Победу можно потребовать, только когда соперник ушёл и его время ожидания вышло.",
    "hint-people": "Подсказки бывают только в игре с ботом.",
    "hint-rated": "В партии на рейтинг подсказок и оценок нет.",
    "hint-tournament": "В турнирной партии подсказок и оценок нет; с подсказками можно сыграть обычную партию.",
    "fair-playing": "Пока вы играете в такую игру с часами — с человеком, на рейтинг или в турнире, — "
    "подсказок, оценок и разборов в играх этого рода нет. Сначала закончите партию.",
    "fair-yours": "Эта позиция из вашей партии, которая ещё идёт: она стоит на доске сейчас, стояла после "
    "вашего последнего хода или может возникнуть через ход. Её оценят, когда партия закончится.",
    "fair-running": "Эту позицию сейчас играют: на рейтинг, в турнире или между людьми. Её оценят, когда "
    "партия уйдёт дальше.",
    "hint-now": "Сейчас подсказывать нечего: дождитесь своего хода.",
    "eyes-player": "Оценка позиции только для зрителей; игрокам её не показывают.",
    "warming": "Боты ещё просыпаются; попробуйте через полминуты.",
    "busy": "Сейчас много вопросов сразу; спросите ещё раз через минуту.",
    "no-bot": "Для этой игры нет бота, который мог бы подсказать.",
    "avatar": "Такой картинки нет; выберите одну из предложенных.",
    "chat-guest": "Чтобы писать, сначала сыграйте партию: так клуб узнает ваше имя.",
    "chat-empty": "Напишите хоть слово.",
    "chat-long": "Слишком длинно; скажите короче.",
    "chat-line": "Такой реплики нет.",
    "chat-muted": "Вам пока нельзя писать: так решил хозяин клуба.",
    "tournament-many": "Вы уже проводите три турнира; сначала закончите один из них.",
    "tournament-late": "В этот турнир уже нельзя вступить; выберите другой.",
    "tournament-full": "В этом турнире столько мест не осталось.",
    "tournament-nobody": "Такого участника в турнире нет.",
    "tournament-few": "Для турнира нужны хотя бы двое; подождите или позовите ботов.",
    "tournament-over": "Этот турнир уже закончен.",
    "tournament-name": "Назовите турнир видимыми буквами.",
    "tournament-clock": "Арене нужны часы на минуты, а не на дни; выберите другие.",
    "tournament-start": "Начало должно быть в ближайшие 30 дней; выберите другое время.",
    "tournament-director": "Это решает только тот, кто проводит турнир.",
    "proof": "Войдите заново и сделайте это сразу: так клуб узнает, что это вы.",
    "outside-none": "Клуб не знает такого входа; выберите другой.",
    "outside-state": "Вход начат не здесь или слишком давно; начните заново.",
    "outside-refused": "Там вас не подтвердили; начните заново.",
    "outside-untrue": "Ответ оттуда не прошёл проверку; начните заново.",
    "outside-down": "Там сейчас не отвечают; попробуйте позже или войдите иначе.",
    "outside-taken": "Этот вход уже связан с учётной записью; войдите через него.",
    "passkey-none": "Такого ключа клуб не знает; войдите иначе.",
    "passkey-state": "Вопрос уже устарел; начните заново.",
    "passkey-untrue": "Этот ключ здесь не подошёл; попробуйте ещё раз или войдите иначе.",
    "passkey-many": "Ключей уже двадцать; сначала удалите один.",
    "passkey-place": "Ключи доступа работают только по имени сайта, а не по числовому адресу.",
    "way-none": "Такого входа у вас нет.",
    "way-last": "Это ваш единственный вход; сначала задайте пароль или добавьте другой.",
    "chat-yours": "Это ваша собственная реплика.",
}
"""What each code says in Russian; in English the error has its own sentence."""


def code_of(error: NardyError) -> str:
    """The id of the law that forbids it, or what else was the matter.

    >>> code_of(UnknownGameError("expected a game, got 'chess'"))
    'no-game'
    """
    if isinstance(error, IllegalError):
        return error.law
    if isinstance(error, RefusedError):
        return error.code
    return next((CODES[kind] for kind in type(error).__mro__ if kind in CODES), "message")


def says(error: NardyError) -> dict[str, str]:
    """The refusal by language: what is special here stands in the English one.

    >>> says(UnknownGameError("expected a game, got 'chess'"))["ru"]
    'Клуб не знает такой игры; выберите игру из списка.'
    """
    code = code_of(error)
    if isinstance(error, IllegalError):
        return LAWS[code].words
    told = SENTENCES.get(code, SENTENCES["message"])
    return {"en": str(error), "ru": told.format_map(vars(error))}
