// Written by scripts/docs from nardy/server/protocol/messages.py; change that.

/** Follow a room; events after number `since` are sent at once. */
export interface Watch {
  type: "watch";
  room: string;
  since?: number;
}

/** Stop following a room. */
export interface Unwatch {
  type: "leave";
  room: string;
}

/** Act in a room. */
export interface Act {
  type: "act";
  room: string;
  id: string;
  version: number;
  act: string;
  moves?: DieMove[];
  turn?: string;
  link?: string;
}

/** Ask for the lawful moves after these moves, if the choices sent do not go that far. */
export interface Explore {
  type: "explore";
  room: string;
  id: string;
  moves: DieMove[];
}

/** Commit to your hash chain (by its tip) for this room's dice, or '' without one; once, before the game. */
export interface Commit {
  type: "commit";
  room: string;
  tip: string;
}

/** Reveal the requested link of your hash chain. */
export interface Reveal {
  type: "link";
  room: string;
  number: number;
  link: string;
}

/** Follow the lobby: players waiting for an opponent, and games in progress. */
export interface WatchLobby {
  type: "lobby";
}

/** A lawful move: it keeps the longest play within reach. */
export interface LegalMove {
  from: number;
  to: number;
  hits: boolean;
  then: number | null;
}

/** A state within a turn: the dice still to be played, and the lawful moves. */
export interface Node {
  dice: number[];
  moves: LegalMove[];
}

/** The current state of a game. */
export interface View {
  position: string;
  white: number[];
  black: number[];
  white_pinned: number[];
  black_pinned: number[];
  phase: "opening" | "roll" | "turn" | "answer" | "over";
  to_act: "white" | "black";
  on_roll: "white" | "black";
  roll: number[];
  dice: number[];
  left: boolean;
  acts: string[];
  offer: string | null;
  cube: CubeView | null;
  bomb: "white" | "black" | "nobody" | null;
  score: ScoreView | null;
  result: GameResult | null;
  game: number;
  is_race?: boolean;
  losses?: Record<string, Record<string, number>>;
}

/** An event of the log, in the schema of docs/reference/events.md. */
export interface Happened {
  number: number;
  at: number;
  event: Record<string, unknown>;
  note?: Record<string, unknown> | null;
}

/** A player in a seat. */
export interface Person {
  name: string;
  is_bot: boolean;
  is_here?: boolean;
  id?: string | null;
  rating?: Rating | null;
  avatar?: string;
  is_program?: boolean;
}

/** What a page needs to draw a game; it does not define what is lawful. */
export interface Laws {
  id: string;
  text: string;
  name: Record<string, string>;
  direction: "contrary" | "parallel";
  contact: "hit" | "pin" | "block";
  checkers: number;
  has_head: boolean;
  has_cube: boolean;
  has_bomb: boolean;
  start: number[];
  changed?: Record<string, string[]>;
  rotation?: (Record<string, string>)[];
  begins?: string;
  stake?: "" | "single" | "money";
  results?: Record<string, Record<string, string>>;
  house?: "" | "now" | "changed" | "gone";
}

/** Milliseconds left when the message was sent. */
export interface Clocks {
  white: number;
  black: number;
  running: "white" | "black" | null;
  free: number;
  waits?: number;
}

/** Commitments for the dice, published before they are thrown. */
export interface DiceFacts {
  commitment: string;
  white: string | null;
  black: string | null;
}

/** Facts of a room that do not change with every act. */
export interface RoomFacts {
  id: string;
  laws: Laws;
  length: number;
  white: Person | null;
  black: Person | null;
  you: "white" | "black" | null;
  clock: string | null;
  dice: DiceFacts;
  next: string | null;
  rematch?: "white" | "black" | null;
  declined?: "white" | "black" | null;
  claim?: number | null;
  is_over?: boolean;
  watchers?: string[];
  visitors?: number;
  pace?: "bullet" | "blitz" | "rapid" | "classical" | "correspondence" | null;
  tournament?: string | null;
}

/** The events after number `since`, and the current state. */
export interface Update {
  type: "update";
  room: string;
  since: number;
  version: number;
  events: Happened[];
  view: View;
  clocks: Clocks | null;
  nodes: Node[];
  facts: RoomFacts;
}

/** A player waiting for an opponent; take the free seat in the room to play. */
export interface Seek {
  room: string;
  name: string;
  laws: Laws;
  clock: string | null;
  length: number;
  is_yours: boolean;
  is_rated?: boolean;
  rating?: Rating | null;
  avatar?: string;
  is_program?: boolean;
}

/** A game in progress; open the room to watch. */
export interface RunningGame {
  room: string;
  laws: Laws;
  white: Person;
  black: Person;
  length: number;
  clock: string | null;
  eyes: number;
}

/** Your unfinished game against a person. */
export interface YourGame {
  room: string;
  laws: Laws;
  name: string;
  clock: string | null;
  is_your_turn: boolean;
  avatar?: string;
  is_rematch?: boolean;
}

/** Players waiting for an opponent, games to watch, and your own games against people. */
export interface Lobby {
  type: "lobby";
  seeks: Seek[];
  games: RunningGame[];
  mine: YourGame[];
}

/** A roll needs your reveal: send the link with this number. */
export interface RevealRequest {
  type: "want";
  room: string;
  number: number;
}

/** An act was done, now or before; `version` is the number of its last event. */
export interface Done {
  type: "done";
  id: string;
  version: number;
}

/** An act or a message was refused, and nothing has changed. */
export interface Refused {
  type: "refused";
  id: string | null;
  law: string;
  reason: string;
  says: Record<string, string>;
}

/** The judge's verdict on a move. */
export interface MoveVerdict {
  type: "verdict";
  id: string;
  law: string | null;
  says: Record<string, string>;
  source: string;
  reason: string;
  move: DieMove | null;
}

/** The answer to `explore`; nodes are numbered from 0 again. */
export interface Explored {
  type: "explored";
  id: string;
  nodes: Node[];
}

/** A move of one checker by one die. */
export interface DieMove {
  from: number;
  to: number;
}

/** The doubling cube. */
export interface CubeView {
  value: number;
  owner: "white" | "black" | null;
}

/** The score of a match, including a game that has just ended. */
export interface ScoreView {
  length: number;
  white: number;
  black: number;
  is_crawford: boolean;
}

/** How a game ended. `points` includes the cube; in a draw, it is what each player scores. */
export interface GameResult {
  winner: "white" | "black" | null;
  points: number;
  size: string;
  words?: Record<string, string>;
}

/** Ask why a move is not lawful: the moves of the turn so far, then that move. */
export interface Ask {
  type: "ask";
  room: string;
  id: string;
  moves: DieMove[];
}

/** Ask a strong bot for the best play; in casual games against bots, within the rules of fair play. */
export interface Hint {
  type: "hint";
  room: string;
  id: string;
}

/** Ask for an evaluation of one turn ago; for spectators of casual games, within the rules of fair play. */
export interface Evaluate {
  type: "evaluate";
  room: string;
  id: string;
}

/** Follow the chat of a room, as long as the room is followed. */
export interface Listen {
  type: "listen";
  room: string;
}

/** Write in the chat of a room: to the table as a player, else among spectators. */
export interface Say {
  type: "say";
  room: string;
  id: string;
  text: string;
}

/** Mute or unmute the author of this line, in all rooms. */
export interface Mute {
  type: "mute";
  room: string;
  id: string;
  number: number;
  is_muted: boolean;
}

/** Report this line to the moderators. */
export interface Report {
  type: "report";
  room: string;
  id: string;
  number: number;
}

/** A turn, with its moves in a playable order, and its value to you. */
export interface TurnAdvice {
  turn: string;
  moves: DieMove[];
  equity: number;
  win: number;
}

/** The answer to `hint`: turns, best first, if you are to move; else an act. */
export interface Advised {
  type: "advised";
  id: string;
  room: string;
  version: number;
  turns: TurnAdvice[];
  act: string | null;
  win: number | null;
  equity: number | null;
}

/** The answer to `evaluate`: the state before the last turn's roll, from White's point of view. */
export interface Evaluated {
  type: "evaluated";
  id: string;
  room: string;
  version: number;
  win: number | null;
  equity: number | null;
}

/** A line of chat, as you may see it. */
export interface Said {
  number: number;
  at: number;
  name: string;
  seat: "white" | "black" | null;
  is_yours: boolean;
  text: string;
  masked: string | null;
  is_aside: boolean;
  is_muted: boolean;
  avatar?: string;
}

/** The chat of a room or its end, whenever it changes. */
export interface Talk {
  type: "talk";
  room: string;
  lines: Said[];
  may_speak: boolean;
}

/** A player's rating in one game at one pace. */
export interface Rating {
  value: number;
  is_provisional: boolean;
  change?: number | null;
}

/** `/api/leaders`: a game and a pace in which rated matches have been played. */
export interface LadderFacts {
  game: string;
  name: Record<string, string>;
  pace: "bullet" | "blitz" | "rapid" | "classical" | "correspondence";
  ranked: number;
  players: number;
  matches: number;
}

/** One row of a leaderboard. */
export interface Leader {
  rank: number | null;
  player: string;
  name: string;
  rating: number;
  matches: number;
  trend: number[];
  is_you: boolean;
  avatar?: string;
  is_bot?: boolean;
  is_provisional?: boolean;
  opponents?: number;
}

/** `/api/bots`: a bot of the club, with its rating in a game at a pace. */
export interface BotFacts {
  level: string;
  name: string;
  rating: Rating | null;
  obstacle: "" | "rated-account" | "bot-weak" | "bot-absent" | "bot-many";
}

/** `/api/leaders/{game}/{pace}`: the leaderboard, with the best provisional players. */
export interface Leaders {
  game: string;
  name: Record<string, string>;
  pace: "bullet" | "blitz" | "rapid" | "classical" | "correspondence";
  leaders: Leader[];
  provisional: Leader[];
  ranked: number;
  needs: number;
  you: Leader | null;
  needs_opponents?: number;
}

/** A player's record in one game at one pace. */
export interface LadderRecord {
  game: string;
  name: Record<string, string>;
  pace: "bullet" | "blitz" | "rapid" | "classical" | "correspondence";
  rating: number;
  is_provisional: boolean;
  matches: number;
  won: number;
  drawn: number;
  lost: number;
  rank: number | null;
  ranked: number;
  streak: number;
  longest: number;
  peak: number;
  strength: number;
  deviation: number;
}

/** Head-to-head score against one opponent. */
export interface Rival {
  player: string | null;
  name: string;
  won: number;
  drawn: number;
  lost: number;
  change: number;
  avatar?: string;
}

/** `/api/players/{player}`, `/api/players/me` or `/api/players/bot:SPEC`: one player. */
export interface Profile {
  id: string;
  name: string;
  since: number;
  is_you: boolean;
  ladders: LadderRecord[];
  rivals: Rival[];
  avatar?: string;
  is_bot?: boolean;
  level?: string;
  program_of?: string;
}

/** A finished game or match from the point of view of the player whose history it is. */
export interface PastGame {
  room: string;
  game: string;
  name: Record<string, string>;
  pace: "bullet" | "blitz" | "rapid" | "classical" | "correspondence" | null;
  length: number;
  is_rated: boolean;
  seat: "white" | "black";
  opponent: string;
  opponent_id: string | null;
  score: number | null;
  mine: number;
  theirs: number;
  size: string;
  on_time: boolean;
  ended_at: number;
  change: number | null;
  avatar?: string;
  words?: Record<string, string>;
}

/** `/api/players/{player}/games`: a player's results, latest first. */
export interface History {
  games: PastGame[];
  before: number | null;
}

/** `/api/players/{player}/ratings/{game}/{pace}`: a rating after a match. */
export interface RatingMark {
  at: number;
  rating: number;
}

/** Follow one tournament by its id, or with '' the list of tournaments; one per page. */
export interface Follow {
  type: "follow";
  tournament: string;
}

/** A tournament has changed; '' is the list. Fetch it again. */
export interface Followed {
  type: "followed";
  tournament: string;
}

/** An entrant of a tournament. */
export interface EntrantFacts {
  number: number;
  name: string;
  is_bot: boolean;
  player: string | null;
  which: number;
  is_in: boolean;
  rating: number | null;
  avatar?: string;
}

/** A line of a tournament's standings. */
export interface StandingRow {
  rank: number;
  number: number;
  score: number;
  ties: number[];
  won: number;
  drawn: number;
  lost: number;
}

/** A pairing of a tournament. */
export interface TableFacts {
  table: number;
  round: number;
  white: number;
  black: number | null;
  room: string;
  result: number[] | null;
  is_played: boolean;
}

/** A pairing in the bracket of a knock-out. */
export interface DuelFacts {
  knot: number;
  white: number | null;
  black: number | null;
  winner: number | null;
  is_decided: boolean;
  table: number | null;
}

/** `/api/tournaments`: a tournament in the list of all. */
export interface TournamentLine {
  id: string;
  name: string;
  format: "swiss" | "round-robin" | "knock-out" | "arena";
  game: Record<string, string>;
  is_changed: boolean;
  length: number;
  clock: string;
  is_rated: boolean;
  phase: "open" | "going" | "over";
  entrants: number;
  round: number;
  rounds: number | null;
  minutes: number;
  starts: number | null;
  ends: number | null;
  is_in: boolean;
  is_yours: boolean;
  winner: string | null;
  winner_is_bot: boolean;
}

/** `/api/tournaments/{tournament}`: everything about a tournament that you may see. */
export interface TournamentFacts {
  version: number;
  since: number | null;
  line: TournamentLine;
  director: string;
  entrants: EntrantFacts[];
  standings: StandingRow[];
  order: number[];
  ties: string[];
  tables: TableFacts[];
  duels: DuelFacts[];
  you: number | null;
  your_room: string | null;
  may_enter: boolean;
  may_begin: boolean;
  begun: number | null;
  closed: number | null;
  circle?: string;
  circle_name?: string;
}

/** `/api/players/{player}/tournaments`: a tournament that a player entered. */
export interface PlayerTournament {
  id: string;
  name: string;
  game: Record<string, string>;
  rank: number | null;
  of: number | null;
  since: number;
}

/** `/api/circles`: a private club of yours. */
export interface GroupLine {
  id: string;
  name: string;
  role: "owner" | "helper" | "member";
  members: number;
}

/** A member of a private club. */
export interface GroupMember {
  player: string;
  name: string;
  role: "owner" | "helper" | "member";
  is_you: boolean;
  avatar?: string;
}

/** The current invitation of a private club; for owners and helpers only. */
export interface Invitation {
  code: string;
  until: number | null;
  uses: number | null;
}

/** `/api/circles/{circle}`: a private club, as its members see it. */
export interface GroupFacts {
  id: string;
  name: string;
  about: string;
  role: "owner" | "helper" | "member";
  members: GroupMember[];
  invitation: Invitation | null;
  seeks: Seek[];
  games: RunningGame[];
}

/** `/api/circles/{circle}/leaders`: members ranked by rating in one game at one pace. */
export interface GroupLadder {
  game: string;
  name: Record<string, string>;
  pace: "bullet" | "blitz" | "rapid" | "classical" | "correspondence";
  leaders: Leader[];
}

/** `/api/invitations/{code}`: the private club of an invitation. */
export interface Invited {
  name: string;
  about: string;
  members: number;
}

/** Counts of rolls by thrower. */
export interface ThrownBy {
  by: "people" | "bots" | "both";
  seat: "white" | "black" | null;
  counts: number[];
}

/** Throws that followed in the same room. */
export interface DoubleNext {
  throws: number;
  doubles: number;
}

/** `/api/dice`: statistics of every throw that this club has ever made. */
export interface DiceCounts {
  is_complete: boolean;
  rooms: number;
  throws: number;
  rolls: string[];
  thrown: ThrownBy[];
  after: number[][];
  streaks: DoubleNext[];
  waits: DoubleNext[];
  longest_streak: number;
  longest_wait: number;
  reached: number[];
}

export type ToServer = Watch | Unwatch | Act | Explore | Commit | Reveal | WatchLobby | Ask | Hint | Evaluate | Listen | Say | Mute | Report | Follow;
export type ToClient = Update | Lobby | RevealRequest | Done | Refused | MoveVerdict | Explored | Advised | Evaluated | Talk | Followed;
