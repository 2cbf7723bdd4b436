from pathlib import Path

import pytest
from tests.effort import each

from nardy.server.settings import SettingsError, default_database, read_settings


def test_flags_win_over_the_environment_and_that_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text('host = "::1"\nport = 1\ndatabase = "a.db"\n', "utf-8")
    environment = {"NARDY_PORT": "2", "NARDY_DATABASE": "b.db"}
    settings = read_settings({"database": "c.db", "port": None}, file, environment)
    assert (settings.host, settings.port, settings.database) == ("::1", 2, Path("c.db"))


@pytest.mark.parametrize(
    ("given", "spelled"),
    [
        ("", ""),
        ("https://nardy.example/", "https://nardy.example"),
        ("HTTPS://Nardy.Example", "https://nardy.example"),
        ("https://nardy.example:443", "https://nardy.example"),
        ("http://nardy.example:80", "http://nardy.example"),
        ("http://nardy.example:443", "http://nardy.example:443"),
        ("https://нарды.рф", "https://xn--80aizn0d.xn--p1ai"),
        ("https://xn--fa-hia.example", "https://xn--fa-hia.example"),
        ("http://[0:0::1]:8080", "http://[::1]:8080"),
    ],
)
def test_an_origin_is_spelled_as_browsers_do(given: str, spelled: str) -> None:
    assert read_settings({"origin": given}, environment={}).origin == spelled


def test_nothing_need_be_set() -> None:
    settings = read_settings({}, environment={})
    assert (settings.host, settings.port) == ("127.0.0.1", 8080)
    assert settings.database == default_database()


@each(
    ("name", "value"),
    [
        ("port", "many"),
        ("port", "70000"),
        ("port", "-1"),
        ("host", ""),
        ("host", "a b"),
        ("database", ""),
        ("origin", "nardy.example"),
        ("origin", "https://"),
        ("origin", "https://:443"),
        ("origin", "https://nardy.example/club"),
        ("origin", "https://nardy.example?club"),
        ("origin", "https://nardy..example"),
        ("origin", "https://faß.example"),
        ("origin", "https://nardy.example:70000"),
        ("games", ""),
        ("games", "~nobody-of-this-machine/games"),
        ("database", "~nobody-of-this-machine/club.db"),
        ("invited", "perhaps"),
    ],
)
def test_a_bad_value_is_named_with_the_place_it_stands_in(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"the setting '{name}'.*in --{name}"):
        read_settings({name: value}, environment={})
    variable = f"NARDY_{name.upper()}"
    with pytest.raises(SettingsError, match=f"in {variable}"):
        read_settings({}, environment={variable: value})


@pytest.mark.parametrize(
    "text", ["colour = 1", "port = true", "port = ", "port = [1]", "port = " + "[" * 5_000]
)
def test_a_bad_file_is_named(tmp_path: Path, text: str) -> None:
    file = tmp_path / "club.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(SettingsError, match=r"club\.toml"):
        read_settings({}, file, {})
    with pytest.raises(SettingsError, match=r"none\.toml"):
        read_settings({}, tmp_path / "none.toml", {})


def test_a_name_that_browsers_spell_otherwise_is_asked_for_as_they_do() -> None:
    with pytest.raises(SettingsError, match="xn--"):
        read_settings({"origin": "https://faß.example"}, environment={})


def test_a_switch_is_a_flag_a_word_or_true(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text("invited = true", "utf-8")
    assert read_settings({}, file, {}).invited
    assert not read_settings({}, file, {"NARDY_INVITED": "off"}).invited
    assert read_settings({"invited": True}, None, {"NARDY_INVITED": "off"}).invited


def test_a_club_with_e_mail_has_a_server_an_address_and_an_origin(tmp_path: Path) -> None:
    password = tmp_path / "password"
    password.write_text("secret\n", "utf-8")
    given = {
        "origin": "https://nardy.example",
        "mail_server": "mail.example.org",
        "mail_from": "club@nardy.example",
        "mail_user": "club",
        "mail_password_file": password,
    }
    mail = read_settings(given, environment={}).mail
    assert mail is not None
    assert (mail.host, mail.port, mail.user, mail.password) == (
        "mail.example.org",
        587,
        "club",
        "secret",
    )
    assert "secret" not in repr(mail)
    here = read_settings({**given, "mail_server": "[::1]:25"}, environment={}).mail
    assert here is not None
    assert (here.host, here.port, here.is_loopback) == ("::1", 25, True)
    assert read_settings({}, environment={}).mail is None


@each(
    "changed",
    [
        {"origin": ""},
        {"mail_from": ""},
        {"mail_from": "club@nardy"},
        {"mail_password_file": "/nowhere/password"},
    ],
)
def test_what_e_mail_lacks_is_named_before_the_club_opens(changed: dict[str, str]) -> None:
    given = {
        "origin": "https://nardy.example",
        "mail_server": "m.example",
        "mail_from": "c@n.example",
    }
    with pytest.raises(SettingsError, match=r"mail|password"):
        assert read_settings({**given, **changed}, environment={}).mail


@each(("user", "secret"), [("club", "пароль"), ("клуб", "secret")])
def test_letters_that_e_mail_cannot_send_are_refused_at_the_start(
    tmp_path: Path, user: str, secret: str
) -> None:
    file = tmp_path / "password"
    file.write_text(secret, "utf-8")
    given = {
        "origin": "https://nardy.example",
        "mail_server": "m.example",
        "mail_from": "c@n.example",
        "mail_user": user,
        "mail_password_file": file,
    }
    with pytest.raises(SettingsError, match="ASCII") as refused:
        assert read_settings(given, environment={}).mail
    assert "пароль" not in str(refused.value)


@each(
    ("name", "value"),
    [
        ("mail_server", "mail example"),
        ("mail_server", "mail.example:many"),
        ("mail_server", "mail.example:70000"),
        ("mail_from", "a@b\nBcc: c@d"),
        ("push_service", "https://push.example/path"),
        ("push_service", "push.example"),
    ],
)
def test_a_bad_setting_of_notices_is_named(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"the setting '{name}'"):
        read_settings({name: value}, environment={})


def test_a_club_says_who_it_is(tmp_path: Path) -> None:
    rules = tmp_path / "rules.txt"
    rules.write_text("Be kind.\n\nBe on time.", "utf-8")
    given = {"club_name": "On the hill", "announcement": "Cup on Saturday", "club_rules": rules}
    words = read_settings(given, environment={"NARDY_WELCOME": "Hello."}).words
    assert (words.name, words.welcome) == ("On the hill", "Hello.")
    assert words.rules == "Be kind.\n\nBe on time."
    rules.write_text("x" * 20_001, "utf-8")
    with pytest.raises(SettingsError, match=r"rules\.txt"):
        assert read_settings(given, environment={}).words
    with pytest.raises(SettingsError, match="club_name"):
        read_settings({"club_name": "x" * 41}, environment={})
    given = {"accent": " walnut ", "default_game": "tapa", "default_levels": "3 tapa=5"}
    words = read_settings(given, environment={}).words
    assert (words.accent, words.game, words.levels) == ("walnut", "tapa", "3 tapa=5")
    with pytest.raises(SettingsError, match="default_game"):
        read_settings({"default_game": "a game"}, environment={})


def test_a_logo_is_a_file_that_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "logo.png"
    with pytest.raises(SettingsError, match="the club's logo"):
        assert read_settings({"club_logo": file}, environment={}).logo
    file.write_bytes(b"picture")
    assert read_settings({"club_logo": file}, environment={}).logo == b"picture"
    assert read_settings({}, environment={}).logo == b""
