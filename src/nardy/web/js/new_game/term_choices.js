// The choices of rules, length, session and clock, loaded with the sheet and not with a game.

export { clockPicker } from "./clock_choice.js";
export { gameChoice } from "./game_choice.js";
export { lengthPicker } from "./length_choice.js";
export { rulesChoice, rulesLoaded } from "./rules_choice.js";
export { seats } from "./seat_choice.js";
export { isSession, sessionChoice } from "./session_choice.js";
