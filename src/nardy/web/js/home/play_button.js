// The main button of the first page: whom one plays when one just wants to play is decided here alone.

/** @import { ListedGame, Me } from "../protocol.js" */

/** Open the sheet of a new game, which is loaded then. @param {(path: string) => void} go @param {import("../new_game/sheet.js").Prefilled} prefilled */
export const order = async (go, prefilled) => (await import("../new_game/sheet.js")).newGameSheet(go, prefilled);

/** @param {(path: string) => void} go @param {ListedGame} game @param {Me} [me] */
export const playNow = (go, game, me) => order(go, { game: game.id, me });

/** Search for an opponent, from the same terms. @param {(path: string) => void} go @param {ListedGame} game @param {Me} me */
export const search = async (go, game, me) =>
  (await import("../matchmaking/quick_search.js")).quickSearch(go, game, me, (wish) => order(go, wish));
