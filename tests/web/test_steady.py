"""What others do, a slow network and a double tap take nothing out of one's hand, and add nothing."""

import pytest
from tests.web.browser import Browser
from tests.web.table import Table

pytestmark = pytest.mark.thorough
PARTS = """
const later = (ms) => new Promise((done) => setTimeout(done, ms));
const zero = () => Array(26).fill(0);
const laws = { contact: "hit", direction: "contrary" };
const facts = { you: "white", white: {}, black: {}, laws, claim: null, clock: null, length: 0, dice: { white: "", black: "" } };
const white = zero(), black = zero();
white[6] = 1; white[0] = 14; black[5] = 15;
const view = { white, black, white_pinned: [], black_pinned: [], phase: "turn", to_act: "white", dice: [2, 1], acts: ["play"], left: false };
const nodes = [{ dice: [2, 1], moves: [{ from: 6, to: 4, hits: false, then: 1 }] }, { dice: [1], moves: [{ from: 4, to: 3, hits: false, then: 2 }] }, { dice: [], moves: [] }];
const update = (more) => ({ type: "update", version: 1, since: 0, events: [], clocks: null, view, nodes, facts, ...more });
const { Play } = await import("/web/js/game/play.js");
const { RoomChain } = await import("/web/js/provable_dice/room_chain.js");
const { Automatic } = await import("/web/js/game/input/automatic.js");
const { layMain } = await import("/web/js/game/actions/pending.js");
const { settings } = await import("/web/js/settings.js");
const { learn } = await import("/web/js/words.js");
await learn("game");
const said = [];
const wants = { tell: async () => {}, show() {}, time() {}, refuse() {}, fail() {}, more() {} };
const table = (more = {}) => new Play("r", { send: (message) => said.push(message) }, { ...wants, ...more });
"""


@pytest.fixture
def told(club: str, chromium_browser: Browser):
    def run(script: str) -> object:
        with chromium_browser.tab() as tab:
            tab.go(club)
            tab.wait("document.querySelector('.huge')", 30)
            return tab.js(f"(async () => {{ {PARTS} {script} }})()")

    return run


def test_a_clock_counts_from_when_it_was_told_however_long_the_turn_is_shown(told) -> None:
    script = """
      const play = table({ tell: () => later(400) });
      const clocks = { white: 60_000, black: 60_000, running: "white", free: 0 };
      const heard = performance.now();
      play.hear(update({ clocks }));
      await later(600);
      play.hear(update({ version: 2, clocks, facts: { ...facts, claim: 5000 } }));
      const at = [play.clocks.at - heard, play.claimAt - heard];
      await later(600);
      return [...at, play.clocks.at - heard, play.claimAt - heard];"""
    at, claim, at_last, claim_last = told(script)
    assert 590 < at == at_last < 800
    assert claim == claim_last == pytest.approx(at + 5000, abs=1)


def test_who_comes_to_look_takes_nothing_out_of_ones_hand(told) -> None:
    script = """
      const play = table();
      play.hear(update());
      await later(20);
      Object.assign(play, { chosen: 6, swapped: true });
      play.hear(update({ facts: { ...facts, visitors: 1 } }));
      await later(20);
      const kept = [play.chosen, play.swapped, play.facts.visitors];
      play.play([nodes[0].moves[0], nodes[1].moves[0]]);
      play.confirm();
      play.hear(update());
      await later(20);
      return [...kept, play.sent, said.filter(({ type }) => type === "act").length];"""
    assert told(script) == [6, True, 1, "play", 1]


def test_what_is_known_behind_a_move_that_was_taken_back_is_not_behind_another(told) -> None:
    script = """
      const first = { dice: [4, 4], moves: [{ from: 24, to: 20, hits: false, then: null }, { from: 13, to: 9, hits: false, then: null }] };
      const counts = zero(); counts[24] = 2; counts[13] = 5;
      const play = table();
      play.hear(update({ view: { ...view, white: counts, dice: [4, 4, 4, 4] }, nodes: [first] }));
      await later(20);
      play.play([first.moves[0]]); play.undo(); play.play([first.moves[1]]);
      const [one, other] = said.filter(({ type }) => type === "explore");
      const behind = (from) => [{ dice: [4], moves: [{ from, to: from - 4, hits: false, then: null }] }];
      play.hear({ type: "explored", id: one.id, nodes: behind(20) });
      const early = [...play.origins];
      play.hear({ type: "explored", id: other.id, nodes: behind(9) });
      return [early, [...play.origins]];"""
    assert told(script) == [[], [9]]


def test_a_turn_that_plays_itself_is_confirmed_whoever_comes_and_not_on_a_board_turned_round(
    told,
) -> None:
    script = """
      const acts = async (disturbed, flip) => {
        said.length = 0;
        localStorage.removeItem("nardy-turns"); // else the turn of the case before is made again
        const page = { element: document.body };
        let auto;
        const play = table({ show: () => auto?.show() });
        Object.assign(page, { play, show: () => auto.show() });
        auto = new Automatic(page);
        play.flip = flip;
        play.hear(update());
        if (disturbed) setTimeout(() => play.hear(update({ facts: { ...facts, visitors: 1 } })), 600);
        await later(1500);
        auto.close();
        return [said.filter(({ type }) => type === "act").map(({ act }) => act), play.moments.length];
      };
      settings.forced = "on";
      const found = [await acts(false, false), await acts(true, false), await acts(false, true)];
      settings.forced = "off";
      return found;"""
    assert told(script) == [[["play"], 3], [["play"], 3], [[], 1]]


def test_a_link_asked_for_early_is_revealed_when_the_throw_before_it_is_told(told) -> None:
    script = """
      const play = table();
      play.hear(update({ facts: { ...facts, dice: { white: "ab", black: "" } } }));
      const fair = play.roomChain;
      fair.links = Promise.resolve(["tip", "one", "two", "three"]);
      await fair.reveal(3);
      await fair.reveal(2);
      const early = said.filter(({ type }) => type === "link").length;
      fair.count([{ number: 1, event: { kind: "rolled-off" } }]);
      await later(20);
      fair.count([{ number: 2, event: { kind: "rolled-off" } }]);
      await later(20);
      return [early, said.filter(({ type }) => type === "link").map(({ number, link }) => [number, link])];"""
    assert told(script) == [0, [[2, "two"]]]


def test_the_second_tap_of_two_is_not_for_another_button_and_focus_stays_on_its_act(told) -> None:
    script = """
      const acts = [];
      const main = document.createElement("div");
      document.body.append(main);
      const roll = { ...view, phase: "roll", acts: ["roll", "double"] };
      const play = { view: roll, me: "white", full: true, due: true, telling: false, sent: "", mayAhead: false, act: (act) => acts.push(act) };
      const page = { play, main, lateParts: null, pressed: null, wants: {}, name: () => "" };
      const tap = () => main.lastChild.dispatchEvent(new MouseEvent("click", { detail: 1, bubbles: true }));
      layMain(page);
      tap();
      Object.assign(play, { view: { ...view, phase: "answer", acts: ["take", "pass"] } });
      layMain(page);
      tap();
      main.lastChild.click();
      await later(600);
      tap();
      layMain(page);
      main.querySelector("[data-act=pass]").focus();
      layMain(page);
      return [acts, document.activeElement.dataset.act];"""
    assert told(script) == [["roll", "take", "take"], "pass"]


def test_a_phone_that_is_turned_while_a_turn_is_shown_has_the_board_for_it(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.size(844, 390)
        tab.go(club)
        tab.wait("document.querySelector('.huge')", 30)
        wish = '{"game": "hypergammon", "bot": "easy", "length": 0, "seat": "white"}'
        room = tab.js(
            "fetch('/api/rooms', {method: 'POST', headers: {'content-type': 'application/json'}, "
            f"body: '{wish}'}}).then((answer) => answer.json()).then(({{ room }}) => room)"
        )
        tab.go(f"{club}/play/{room}")
        table = Table(tab)
        table.wait_for_turn()
        table.play_turn()
        tab.wait("!document.querySelector('.mainbox .act')", 20)
        assert "tall" not in tab.js("document.querySelector('.board').getAttribute('class')")
        tab.size(390, 844)
        tab.wait("document.querySelector('.board').classList.contains('tall')", 30)
        assert not tab.log


def test_no_seat_of_a_closed_room_is_offered(told) -> None:
    script = """
      const { pendingAction } = await import("/web/js/game/actions/pending.js");
      const closed = { ...facts, you: null, black: null, is_over: true };
      const act = (facts) => pendingAction({ play: Object.assign(table(), { view: { ...view, phase: "roll" }, facts }) }).act;
      return [act({ ...closed, is_over: false }), act(closed)];"""
    assert told(script) == ["sit", ""]


def test_how_an_earlier_game_of_the_match_ended_is_not_told_again(told) -> None:
    script = """
      const { howEnded } = await import("/web/js/game/layout/result_card.js");
      const events = [{ note: { time: "white" } }, { note: null }, { note: {} }];
      return [howEnded({ events }), howEnded({ events: events.slice(0, 1) }), howEnded({ events: [{ note: { left: "white" } }] })];"""
    told_again, on_time, left = told(script)
    assert told_again == ""
    assert on_time
    assert left


def test_a_result_that_is_told_again_keeps_the_focus_and_what_was_shared(told) -> None:
    script = """
      const { layEnd } = await import("/web/js/game/layout/result_card.js");
      const box = document.createElement("div");
      document.body.append(box);
      const result = { winner: "white", points: 1, words: { en: "single game" } };
      const play = Object.assign(table(), { facts, view: { ...view, phase: "over", acts: [], result } });
      const page = { play, box, element: document.createElement("div"), wants: { go() {} }, name: String, layActs() {}, ended: "", isOver: true };
      await layEnd(page);
      const [card] = box.children, link = card.querySelector("a");
      link.focus();
      card.append("Copied.");
      await layEnd(page);
      const kept = [box.firstChild === card, document.activeElement === link, card.textContent.includes("Copied.")];
      play.view.result = { ...result, points: 2 };
      await layEnd(page);
      return [kept, box.children.length, box.firstChild === card];"""
    assert told(script) == [[True, True, True], 1, False]


def test_the_small_buttons_keep_the_focus_when_another_comes_or_the_language_changes(told) -> None:
    script = """
      const { layActs } = await import("/web/js/game/layout/frame.js");
      const { speak } = await import("/web/js/words.js");
      const { h } = await import("/web/js/dom.js");
      const buttons = document.createElement("div");
      document.body.append(buttons);
      const play = Object.assign(table(), { facts, view });
      const page = { play, buttons, input: {}, lateParts: null };
      layActs(page);
      const undo = buttons.querySelector(".back");
      undo.focus();
      page.lateParts = { buttons: () => [h("button", { class: "btn" }, "Hint")] };
      layActs(page);
      const kept = document.activeElement === undo;
      await speak("ru");
      layActs(page);
      return [kept, buttons.children.length, document.activeElement.ariaLabel];"""
    assert told(script) == [True, 6, "Назад"]


def test_a_sheet_over_a_game_gives_the_focus_back_also_after_a_setting_was_changed(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.size(390, 844)
        tab.go(club)
        tab.wait("document.querySelector('.huge')", 30)
        wish = '{"game": "hypergammon", "bot": "easy", "length": 0, "seat": "white"}'
        room = tab.js(
            "fetch('/api/rooms', {method: 'POST', headers: {'content-type': 'application/json'}, "
            f"body: '{wish}'}}).then((answer) => answer.json()).then(({{ room }}) => room)"
        )
        tab.go(f"{club}/play/{room}")
        tab.wait("document.querySelector('.boardbox .ck')", 60)
        tab.click(".info .phone-only")
        tab.wait("document.querySelector('dialog .chip[aria-pressed=false]')", 30)
        tab.js("window.board = document.querySelector('.boardbox .board')")
        tab.js("document.querySelector('dialog .chip[aria-pressed=false]').click()")
        # The page is laid anew once the opening roll was shown.
        tab.wait("!board.isConnected", 30)
        tab.js("document.querySelector('dialog header .btn').click()")
        assert tab.js("document.activeElement.matches('.info .phone-only')")
        assert not tab.log


def test_who_waits_stays_under_the_finger_when_somebody_else_goes(told) -> None:
    script = """
      const { showWaiting } = await import("/web/js/matchmaking/who_waits.js");
      const box = document.createElement("div");
      document.body.append(box);
      const seek = (room, name) => ({ room, name, laws: { name: { en: "Tapa" } }, length: 1, clock: null, rating: null, avatar: "" });
      const all = [seek("a", "Ann"), seek("b", "Bo")];
      showWaiting(box, { seeks: all }, {});
      const row = box.querySelectorAll("button")[1];
      row.focus();
      showWaiting(box, { seeks: all.slice(1) }, {});
      const kept = [box.querySelectorAll("button").length, document.activeElement === row];
      // The board of the same person is another one: a press must not sit down at the old one.
      showWaiting(box, { seeks: [seek("c", "Bo")] }, {});
      return [...kept, row.isConnected, document.activeElement === box.querySelector("button")];"""
    assert told(script) == [1, True, False, True]
