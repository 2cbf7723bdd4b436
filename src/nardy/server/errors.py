"""Errors of the club, their codes, and a sentence for each code in every language."""

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
    """A request that the club refuses; *code* is a key of SENTENCES."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class StaleError(NardyError):
    """An action for an older state of the game."""


class NotHereError(NardyError):
    """An action by somebody without a seat in this room."""


class StoreError(NardyError):
    """The database cannot be used, or is full, locked or read-only."""


class TooOftenError(NardyError):
    """A rate limit was exceeded; try again after *seconds*."""

    def __init__(self, what: str, seconds: int) -> None:
        super().__init__(f"expected fewer {what}; try again in {seconds} s")
        self.seconds = seconds


class BesiegedError(TooOftenError):
    """An account under a distributed password attack gets too many attempts from one network block."""

    def __init__(self, seconds: int) -> None:
        super().__init__("attempts to sign in", seconds)
        expected = (
            "expected fewer attempts to sign in from here, since this account is under attack"
        )
        ways = "a browser in which you have signed in before, a passkey or a recovery code"
        self.args = (f"{expected}; use {ways}",)


class UnfitNameError(NardyError):
    """A name is empty or too long, or has no visible letters."""


class NameTakenError(NardyError):
    """A name belongs to another account."""


class ClosedAccountError(NardyError):
    """The club's admins closed an account."""


class UnprovenError(NardyError):
    """A sensitive change needs a recent login, and this account has no password to ask for."""


class WeakPasswordError(NardyError):
    """A password is too easy to guess."""


class CredentialsError(NardyError):
    """A name does not match its password or recovery code."""


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
"""Codes by class; a subclass without an entry has the code of its nearest base."""

SENTENCES: Mapping[str, str] = {
    "stale": "За это время в партии что-то произошло: взгляните на доску и решите снова.",
    "not-here": "Ходит здесь только тот, кто сидит за этой доской; сначала займите место.",
    "no-room": "Такой партии здесь нет; проверьте ссылку.",
    "store": "Клуб не смог записать это на диск. Попробуйте ещё раз или скажите хозяину клуба.",
    "ambiguous": "Эту запись можно прочесть как два разных хода; запишите его подробнее.",
    "no-game": "Клуб не знает такой игры; выберите игру из списка.",
    "option": "У этой игры нет такого варианта правил; выберите из предложенных.",
    "notation": "Эту запись не удалось прочесть; проверьте её.",
    "message": "Клуб не понял запрос. Обновите страницу и попробуйте ещё раз.",
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
    "program-account": "У программы должен быть владелец: сначала заведите учётную запись.",
    "program-many": "Своих программ может быть не больше десяти; удалите одну.",
    "program-none": "Такой программы у вас нет.",
    "program-closed": "Эту программу в клуб больше не пускают.",
    "token-scope": "Токен программы этого не разрешает; сделайте это в браузере или получите другой токен.",
    "token-scopes": "Выберите права токена: игра и просмотр или только просмотр.",
    "program-casual": "На рейтинг и в турнирах здесь играют только люди; программе доступны партии без рейтинга.",
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
    "credentials": "Неверное имя, пароль или код; проверьте их.",
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
    "warming": "Боты ещё загружаются; попробуйте через полминуты.",
    "busy": "Сейчас слишком много запросов; повторите через минуту.",
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
    "outside-none": "Клуб не поддерживает такой вход; выберите другой.",
    "outside-state": "Вход начат не здесь или слишком давно; начните заново.",
    "outside-refused": "Там вас не подтвердили; начните заново.",
    "outside-untrue": "Ответ оттуда не прошёл проверку; начните заново.",
    "outside-down": "Там сейчас не отвечают; попробуйте позже или войдите иначе.",
    "outside-taken": "Этот вход уже связан с учётной записью; войдите через него.",
    "passkey-none": "Такого ключа клуб не знает; войдите иначе.",
    "passkey-state": "Запрос устарел; начните заново.",
    "passkey-untrue": "Этот ключ здесь не подошёл; попробуйте ещё раз или войдите иначе.",
    "passkey-many": "Ключей уже двадцать; сначала удалите один.",
    "passkey-place": "Ключи доступа работают только по имени сайта, а не по числовому адресу.",
    "way-none": "Такого входа у вас нет.",
    "way-last": "Это ваш единственный вход; сначала задайте пароль или добавьте другой.",
    "chat-yours": "Это ваша собственная реплика.",
}
"""Russian sentences by code; the English sentence is the message of the error."""


def code_of(error: NardyError) -> str:
    """The id of the broken law, or the code of the refusal.

    >>> code_of(UnknownGameError("expected a game, got 'chess'"))
    'no-game'
    """
    if isinstance(error, IllegalError):
        return error.law
    if isinstance(error, RefusedError):
        return error.code
    return next((CODES[kind] for kind in type(error).__mro__ if kind in CODES), "message")


def says(error: NardyError) -> dict[str, str]:
    """The sentence of a refusal by language; only the English one names the details.

    >>> says(UnknownGameError("expected a game, got 'chess'"))["ru"]
    'Клуб не знает такой игры; выберите игру из списка.'
    """
    code = code_of(error)
    if isinstance(error, IllegalError):
        return {"en": LAWS[code].english, "ru": LAWS[code].russian}
    russian = SENTENCES.get(code, SENTENCES["message"])
    return {"en": str(error), "ru": russian.format_map(vars(error))}
