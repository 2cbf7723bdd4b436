"""Everything that can be typed at the table, as `help` shows it, in English and Russian."""

_HELP_ENGLISH = """\
What can be typed:
  8/5 6/5            a turn: from point 8 to point 5, from 6 to 5
  8/5                one move of it; the rest may follow on the next line
  bar/22  6/off      enter from the bar, bear off; also 25/22 and 6/0
  8/4(2)  13/7*/5    two checkers alike; a hit on the way
  -                  no move
  ?                  what is lawful now
  hint               what the bot thinks best
  why TURN           which law forbids a turn; why alone: the latest refusal
  undo               take back the last move before Enter, or the typed dice
  roll               roll the dice (so does Enter)
  double             offer a double before the roll
  take, pass         answer a double, a beaver or a raccoon
  beaver, raccoon    double back at once and keep the cube
  resign             offer to resign; also: resign gammon, resign backgammon
  accept, refuse     answer an offer to resign
  bomb               explode the bomb before the roll
  pips, history      both pip counts; the turns of this game
  board, plain       show the board again; read in words, or draw it again
  save, quit         where the game is saved; leave, to go on with --resume"""

_HELP_RUSSIAN = """\
Что можно набрать:
  8/5 6/5            ход: с пункта 8 на пункт 5 и с 6 на 5
  8/5                одно перемещение; остальные — следующей строкой
  бар/22  6/снять    ввести шашку с бара, снять шашку; и так: 25/22, 6/0
  8/4(2)  13/7*/5    две шашки одинаково; бой по дороге
  -                  ходов нет
  ?                  что сейчас возможно
  подсказка          что считает лучшим бот
  почему ХОД         какое правило запрещает ход; без хода: последний отказ
  назад              вернуть последнее перемещение или набранный бросок
  бросок             бросить кости (так же и Enter)
  удвоить            предложить удвоение до броска
  взять, сдать       ответ на удвоение, бивер или ракун
  бивер, ракун       сразу удвоить в ответ и оставить куб у себя
  сдаюсь             предложить сдачу; ещё: сдаюсь марс, сдаюсь кокс
  да, нет            согласиться на сдачу соперника или отказать
  бомба              взорвать бомбу до броска
  пипсы, ходы        счёт пипсов у обоих; ходы этой партии
  доска, словами     показать доску; читать словами или снова рисовать
  сохранить, выход   где сохранена партия; выйти (дальше: --resume)"""

HELP = {"en": _HELP_ENGLISH, "ru": _HELP_RUSSIAN}
