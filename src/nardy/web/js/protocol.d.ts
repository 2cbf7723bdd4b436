// Written by scripts/docs from nardy/server/protocol/messages.py; change that.

/** Begin to follow a room; what happened behind number `since` comes at once. */
export interface Watch {
  type: "watch";
  room: string;
  since?: number;
}

/** Follow a room no longer. */
export interface Unwatch {
  type: "leave";
  room: string;
}

/** Do something in a room. */
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

/** What is lawful after these moves, where the choices sent do not go so far. */
export interface Explore {
  type: "explore";
  room: string;
  id: string;
  moves: DieMove[];
}

/** The tip of your chain for this room's dice, or '' if you have none; once, before the game. */
export interface Commit {
  type: "commit";
  room: string;
  tip: string;
}

/** The link of your chain that a throw was asked for. */
export interface Reveal {
  type: "link";
  room: string;
  number: number;
  link: string;
}

/** Hear who is waiting for an opponent, now and whenever that changes. */
export interface WatchLobby {
  type: "lobby";
}

/** A move that is lawful now: it keeps the longest play within reach. */
export interface LegalMove {
  from: number;
  to: number;
  hits: boolean;
  then: number | null;
}

/** A moment within a turn: the dice still to be played, and what is lawful. */
export interface Node {
  dice: number[];
  moves: LegalMove[];
}

/** The moment now. */
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

/** An event of the log, in the rule book's schema. */
export interface Happened {
  number: number;
  at: number;
  event: Record<string, unknown>;
  note?: Record<string, unknown> | null;
}

/** Who sits somewhere. */
export interface Person {
  name: string;
  is_bot: boolean;
  is_here?: boolean;
  id?: string | null;
  rating?: Rating | null;
  avatar?: string;
  is_program?: boolean;
}

/** What a page needs to draw a game; nothing here says what is lawful. */
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

/** Milliseconds left at the moment of the message. */
export interface Clocks {
  white: number;
  black: number;
  running: "white" | "black" | null;
  free: number;
  waits?: number;
}

/** What is known of the dice before they fall. */
export interface DiceFacts {
  commitment: string;
  white: string | null;
  black: string | null;
}

/** What does not change from act to act. */
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

/** What happened behind number `since`, and the moment now. */
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

/** Somebody waits for an opponent; whoever sits down in the room plays. */
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

/** A game that goes on; whoever opens the room looks on. */
export interface RunningGame {
  room: string;
  laws: Laws;
  white: Person;
  black: Person;
  length: number;
  clock: string | null;
  eyes: number;
}

/** A game of yours against somebody, which goes on. */
export interface YourGame {
  room: string;
  laws: Laws;
  name: string;
  clock: string | null;
  is_your_turn: boolean;
  avatar?: string;
  is_rematch?: boolean;
}

/** Everybody who is waiting, games that can be watched, and your own against people. */
export interface Lobby {
  type: "lobby";
  seeks: Seek[];
  games: RunningGame[];
  mine: YourGame[];
}

/** A throw was asked for: send the link of your chain with this number. */
export interface RevealRequest {
  type: "want";
  room: string;
  number: number;
}

/** An act was done, or had been done before; `version` is the number of its last event. */
export interface Done {
  type: "done";
  id: string;
  version: number;
}

/** An act or a message was not carried out, and nothing was changed. */
export interface Refused {
  type: "refused";
  id: string | null;
  law: string;
  reason: string;
  says: Record<string, string>;
}

/** What the judge says of a move. */
export interface MoveVerdict {
  type: "verdict";
  id: string;
  law: string | null;
  says: Record<string, string>;
  source: string;
  reason: string;
  move: DieMove | null;
}

/** The answer to `explore`: nodes numbered from 0 anew. */
export interface Explored {
  type: "explored";
  id: string;
  nodes: Node[];
}

/** One checker by one die. */
export interface DieMove {
  from: number;
  to: number;
}

/** The doubling cube. */
export interface CubeView {
  value: number;
  owner: "white" | "black" | null;
}

/** The score of a match, a game that has just ended counted in. */
export interface ScoreView {
  length: number;
  white: number;
  black: number;
  is_crawford: boolean;
}

/** How a game ended. `points` has the cube counted in; for a draw it is what each scores. */
export interface GameResult {
  winner: "white" | "black" | null;
  points: number;
  size: string;
  words?: Record<string, string>;
}

/** Why is this not lawful? The moves of the turn so far, then the one in question. */
export interface Ask {
  type: "ask";
  room: string;
  id: string;
  moves: DieMove[];
}

/** What would a strong bot do in your place? In casual games against bots, by the rule of fair play. */
export interface Hint {
  type: "hint";
  room: string;
  id: string;
}

/** How did this game stand one turn ago? For spectators of casual games, by the rule of fair play. */
export interface Evaluate {
  type: "evaluate";
  room: string;
  id: string;
}

/** Hear what is said in a room, from now on and as long as the room is followed. */
export interface Listen {
  type: "listen";
  room: string;
}

/** Say something in a room: at the table if you sit there, else among those who look on. */
export interface Say {
  type: "say";
  room: string;
  id: string;
  text: string;
}

/** Hear whoever said this line no more, in any room; or hear him again. */
export interface Mute {
  type: "mute";
  room: string;
  id: string;
  number: number;
  is_muted: boolean;
}

/** Tell those who keep order in the club that this line should not have been said. */
export interface Report {
  type: "report";
  room: string;
  id: string;
  number: number;
}

/** A turn, its moves in an order in which they can be made, and what it is worth to you. */
export interface TurnAdvice {
  turn: string;
  moves: DieMove[];
  equity: number;
  win: number;
}

/** The answer to `hint`: turns, best first, where a turn is due; else what to do. */
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

/** The answer to `evaluate`: the moment before the last turn's roll, seen by White. */
export interface Evaluated {
  type: "evaluated";
  id: string;
  room: string;
  version: number;
  win: number | null;
  equity: number | null;
}

/** Something that somebody said, as you may hear it. */
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

/** All that was said in a room, or the last of it, whenever that changes. */
export interface Talk {
  type: "talk";
  room: string;
  lines: Said[];
  may_speak: boolean;
}

/** What somebody's rated matches of this game at this pace have come to. */
export interface Rating {
  value: number;
  is_provisional: boolean;
  change?: number | null;
}

/** `/api/leaders`: a game and a pace at which rated matches have been played. */
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

/** `/api/bots`: a bot of the club, as it stands in a game at a pace. */
export interface BotFacts {
  level: string;
  name: string;
  rating: Rating | null;
  obstacle: "" | "rated-account" | "bot-weak" | "bot-absent" | "bot-many";
}

/** `/api/leaders/{game}/{pace}`: the best, and who may soon be among them. */
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

/** What one player's rated matches of one game at one pace have come to. */
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

/** The score against one opponent. */
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

/** A finished game or match, seen by the player whose history it is in. */
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

/** `/api/players/{player}/games`: what somebody has played, the latest first. */
export interface History {
  games: PastGame[];
  before: number | null;
}

/** `/api/players/{player}/ratings/{game}/{pace}`: a rating as it stood after a match. */
export interface RatingMark {
  at: number;
  rating: number;
}

/** Hear of one tournament by its id, or with '' that the list has changed; once a page. */
export interface Follow {
  type: "follow";
  tournament: string;
}

/** Something has happened in a tournament: ask for it anew. '' is the list. */
export interface Followed {
  type: "followed";
  tournament: string;
}

/** Who entered a tournament. */
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

/** Two who meet in a tournament, or met. */
export interface TableFacts {
  table: number;
  round: number;
  white: number;
  black: number | null;
  room: string;
  result: number[] | null;
  is_played: boolean;
}

/** A duel of a knock-out's bracket. */
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

/** `/api/tournaments/{tournament}`: everything of a tournament, as who asks sees it. */
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

/** `/api/players/{player}/tournaments`: a tournament that somebody entered. */
export interface PlayerTournament {
  id: string;
  name: string;
  game: Record<string, string>;
  rank: number | null;
  of: number | null;
  since: number;
}

/** `/api/circles`: a club to which you belong. */
export interface GroupLine {
  id: string;
  name: string;
  role: "owner" | "helper" | "member";
  members: number;
}

/** Somebody who belongs to a club. */
export interface GroupMember {
  player: string;
  name: string;
  role: "owner" | "helper" | "member";
  is_you: boolean;
  avatar?: string;
}

/** The invitation of a club that holds; told to owners and helpers. */
export interface Invitation {
  code: string;
  until: number | null;
  uses: number | null;
}

/** `/api/circles/{circle}`: a club by invitation, as one of its members sees it. */
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

/** `/api/circles/{circle}/leaders`: members by their ratings in one game at one pace. */
export interface GroupLadder {
  game: string;
  name: Record<string, string>;
  pace: "bullet" | "blitz" | "rapid" | "classical" | "correspondence";
  leaders: Leader[];
}

/** `/api/invitations/{code}`: to what a link invites. */
export interface Invited {
  name: string;
  about: string;
  members: number;
}

/** How often each roll was thrown, by whom and where they sit. */
export interface ThrownBy {
  by: "people" | "bots" | "both";
  seat: "white" | "black" | null;
  counts: number[];
}

/** What was thrown next, in the same room. */
export interface DoubleNext {
  throws: number;
  doubles: number;
}

/** `/api/dice`: every throw that this club has ever made, in sums. */
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
