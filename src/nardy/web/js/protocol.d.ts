// Written by scripts/docs from nardy/server/protocol and the handlers of nardy/server/app.py; change those.

export type Seat = "white" | "black";

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

/** Ask for the legal moves after these moves, if the choices sent do not go that far. */
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

/** A legal move: it keeps the longest play within reach. */
export interface LegalMove {
  from: number;
  to: number;
  hits: boolean;
  then: number | null;
}

/** A state within a turn: the dice still to be played, and the legal moves. */
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
  is_race: boolean;
  losses: Record<string, Record<string, number>>;
}

/** An event of the log, in the schema of docs/reference/events.md. */
export interface Happened {
  number: number;
  at: number;
  event: GameEvent;
  note: Record<string, unknown> | null;
}

/** A player in a seat. */
export interface Person {
  name: string;
  is_bot: boolean;
  is_here: boolean;
  id: string | null;
  rating: Rating | null;
  avatar: string;
  is_program: boolean;
}

/** All facts that a page needs to draw a game; they do not define legality. */
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
  changed: Record<string, string[]>;
  rotation: (Record<string, string>)[];
  begins: string;
  stake: "" | "single" | "money";
  results: Record<string, Record<string, string>>;
  house: "" | "now" | "changed" | "gone";
}

/** Milliseconds left when the message was sent. */
export interface Clocks {
  white: number;
  black: number;
  running: "white" | "black" | null;
  free: number;
  waits: number;
}

/** Commitments for the dice, published before they are thrown. */
export interface DiceFacts {
  commitment: string;
  white: string | null;
  black: string | null;
}

/** The running score of a money session, with the game on the board once it is over. */
export interface SessionScore {
  games: number;
  white: number;
  black: number;
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
  rematch: "white" | "black" | null;
  declined: "white" | "black" | null;
  claim: number | null;
  is_over: boolean;
  watchers: string[];
  visitors: number;
  pace: "bullet" | "blitz" | "rapid" | "classical" | "correspondence" | null;
  tournament: string | null;
  session: SessionScore | null;
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
  is_rated: boolean;
  rating: Rating | null;
  avatar: string;
  is_program: boolean;
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
  avatar: string;
  is_rematch: boolean;
}

/** Somebody who searches and wants to be seen. */
export interface PoolPerson {
  name: string;
  avatar: string;
  id: string;
}

/** People who search for an opponent on the same terms. */
export interface PoolFacts {
  laws: Laws;
  clock: string | null;
  length: number;
  is_rated: boolean;
  waiting: number;
  people: PoolPerson[];
  is_yours: boolean;
}

/** Players waiting for an opponent, games to watch, and your own games against people. */
export interface Lobby {
  type: "lobby";
  seeks: Seek[];
  games: RunningGame[];
  mine: YourGame[];
  pools: PoolFacts[];
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
  words: Record<string, string>;
}

/** Ask why a move is not legal: the moves of the turn so far, then that move. */
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

/** Ask whether a turn would be a blunder before it is made; where `hint` may be asked. */
export interface Tutor {
  type: "tutor";
  room: string;
  id: string;
  moves: DieMove[];
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

/** Report this line to the club's admins. */
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

/** The answer to `tutor`: a clue and the answer, if the turn loses much; else neither. */
export interface Tutored {
  type: "tutored";
  id: string;
  room: string;
  version: number;
  loss: number | null;
  clue: Record<string, string>;
  best: TurnAdvice | null;
  reasons: Record<string, string[]>;
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
  avatar: string;
}

/** The chat of a room or its end, whenever it changes. */
export interface Talk {
  type: "talk";
  room: string;
  lines: Said[];
  may_speak: boolean;
}

/** Search for an opponent; the answer is `searching`, `matched` or `refused`. */
export interface Search {
  type: "search";
  id: string;
  game: string;
  length?: number;
  clock?: string | null;
  rated?: boolean;
  shown?: boolean;
}

/** End the search of this connection. */
export interface EndSearch {
  type: "endsearch";
}

/** The search has begun, or goes on. Times are milliseconds. */
export interface Searching {
  type: "searching";
  id: string;
  waited: number;
  strength: number;
  start: number;
  growth: number;
  open_after: number;
  bot_after: number;
}

/** The search has found somebody: open the room. */
export interface Matched {
  type: "matched";
  id: string;
  room: string;
}

/** The search is over: another one of yours has begun, or the game cannot be made. */
export interface SearchEnded {
  type: "searchended";
  id: string;
  reason: "elsewhere" | "failed";
}

/** `/api/people`: somebody, as you see them. */
export interface PersonLine {
  id: string;
  name: string;
  avatar: string;
  is_online: boolean | null;
  follows: boolean;
  follows_you: boolean;
  is_muted: boolean;
  may_challenge: boolean;
  is_you: boolean;
}

/** `/api/me/meeting`: who sees that you are online, and who may challenge you. */
export interface ContactChoiceFacts {
  seen_by: "nobody" | "followed" | "all";
  challenged_by: "nobody" | "followed" | "all";
}

/** A challenge that waits for an answer. */
export interface ChallengeLine {
  room: string;
  person: PersonLine;
  is_yours: boolean;
  name: Record<string, string>;
  length: number;
  clock: string | null;
  is_rated: boolean;
  since: number;
  until: number;
}

/** `/api/friends`: whom you follow, who is online and shows it, your choice, and challenges. */
export interface FriendsFacts {
  followed: PersonLine[];
  online: PersonLine[];
  choice: ContactChoiceFacts;
  challenges: ChallengeLine[];
}

/** A player's rating in one game at one pace. */
export interface Rating {
  value: number;
  is_provisional: boolean;
  change: number | null;
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
  avatar: string;
  is_bot: boolean;
  is_provisional: boolean;
  opponents: number;
}

/** `/api/bots`: a bot of the club, with its rating in a game at a pace. */
export interface BotFacts {
  level: string;
  name: string;
  rating: Rating | null;
  obstacle: "" | "rated-account" | "bot-weak" | "bot-absent" | "bot-many";
  number: number;
  won: number;
  drawn: number;
  lost: number;
  is_proposed: boolean;
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
  needs_opponents: number;
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
  avatar: string;
}

/** Your results in one game with one color of checkers. */
export interface ColorScore {
  game: string;
  name: Record<string, string>;
  seat: "white" | "black";
  won: number;
  drawn: number;
  lost: number;
}

/** `/api/players/{player}`, `/api/players/me` or `/api/players/bot:SPEC`: one player. */
export interface Profile {
  id: string;
  name: string;
  since: number;
  is_you: boolean;
  ladders: LadderRecord[];
  rivals: Rival[];
  avatar: string;
  is_bot: boolean;
  level: string;
  program_of: string;
  scores: ColorScore[];
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
  avatar: string;
  words: Record<string, string>;
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

/** Points lost for each decision, with the uncertainty of so few games. */
export interface ErrorRate {
  rate: number;
  error: number | null;
  games: number;
  count: number;
}

/** Decisions of one part in a game. */
export interface ErrorSum {
  kind: "phase" | "plan";
  id: string;
  count: number;
  lost: number;
}

/** One reviewed game or match. */
export interface ErrorMark {
  room: string;
  ended_at: number;
  turns: number;
  turns_lost: number;
  cubes: number;
  cubes_lost: number;
  luck: number;
  parts: ErrorSum[];
}

/** Checker play in one phase of the game or with one plan, beside all the rest. */
export interface ErrorPart {
  kind: "phase" | "plan";
  id: string;
  words: Record<string, string>;
  inside: ErrorRate;
  elsewhere: ErrorRate;
  error: number | null;
  chance: number | null;
  verdict: "" | "leak" | "strength";
}

/** Errors that one fact explains. */
export interface ErrorReason {
  id: string;
  count: number;
  lost: number;
}

/** The error rates of one game, over all its reviewed games and matches. */
export interface GameErrors {
  game: string;
  name: Record<string, string>;
  all: ErrorRate;
  turns: ErrorRate;
  cubes: ErrorRate;
  luck: number;
  marks: ErrorMark[];
  parts: ErrorPart[];
  reasons: ErrorReason[];
}

/** `/api/players/{player}/errors`: a player's error rates; `me` is yourself. */
export interface ErrorProfile {
  is_you: boolean;
  is_shown: boolean;
  games: GameErrors[];
  needs_games: number;
  needs_turns: number;
  withheld: number;
  shown_to: "me" | "friends" | "all";
  is_automatic: boolean;
  waiting: number;
}

/** Who sees your error rates, and whether the club reviews all your finished games. */
export interface ErrorChoice {
  shown_to: "me" | "friends" | "all";
  is_automatic: boolean;
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
  is_talk: boolean;
}

/** `/api/tournaments/{tournament}/chat`: the last lines, as you may see them. */
export interface TournamentTalk {
  lines: Said[];
  may_speak: boolean;
  is_playing: boolean;
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
  avatar: string;
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
export interface BracketPairFacts {
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
  duels: BracketPairFacts[];
  you: number | null;
  your_room: string | null;
  may_enter: boolean;
  may_begin: boolean;
  begun: number | null;
  closed: number | null;
  circle: string;
  circle_name: string;
  prizes: string;
}

/** `/api/players/{player}/tournaments`: a tournament that a player entered. */
export interface PlayerTournament {
  id: string;
  name: string;
  game: Record<string, string>;
  rank: number | null;
  of: number | null;
  since: number;
  is_over: boolean;
}

/** `/api/groups`: a private group of yours. */
export interface GroupLine {
  id: string;
  name: string;
  role: "owner" | "helper" | "member";
  members: number;
}

/** A member of a private group. */
export interface GroupMember {
  player: string;
  name: string;
  role: "owner" | "helper" | "member";
  is_you: boolean;
  avatar: string;
}

/** The current invitation of a private group; for owners, and for helpers if it gives no role. */
export interface Invitation {
  code: string;
  until: number | null;
  uses: number | null;
  role: "owner" | "helper" | "member";
}

/** `/api/groups/{group}`: a private group, as its members see it. */
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

/** `/api/groups/{group}/leaders`: members ranked by rating in one game at one pace. */
export interface GroupLadder {
  game: string;
  name: Record<string, string>;
  pace: "bullet" | "blitz" | "rapid" | "classical" | "correspondence";
  leaders: Leader[];
}

/** `/api/invitations/{code}`: the private group of an invitation. */
export interface Invited {
  name: string;
  about: string;
  members: number;
  role: "owner" | "helper" | "member";
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

/** `/api/dice`: statistics of every throw in the finished games of this club. */
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

/** The guest or account of this request; the name is '' for a new browser. */
export interface Me {
  name: string;
  rooms: string[];
  role: "" | "member" | "admin" | "program";
  avatar: string;
}

/** A game with its presets and options. */
export interface GameOffer {
  laws: Laws;
  presets: PresetOffer[];
  options: OptionOffer[];
}

/** All rolls at the start of a game, or after one first turn. */
export interface Openings {
  position: string;
  book: boolean;
  played: number;
  rolls: OpeningRoll[];
}

/** A position for the page to draw; `view.position` is its text. */
export interface Board {
  laws: Laws;
  view: View;
  nodes: Node[];
}

/** A finished game for the browser's own engine. */
export interface GameToReview {
  game: string | null;
  events: Happened[];
  withheld: number[];
  laws: Laws;
  you: "white" | "black" | null;
  names: Record<string, string>;
  bots: ("white" | "black")[];
}

/** All games with puzzles, and how many own mistakes wait. */
export interface PuzzleHall {
  games: PuzzleGame[];
  mistakes: number;
  due: number;
}

/** A puzzle to solve. */
export interface PuzzleBoard {
  id: string;
  game: string;
  rating: number;
  is_daily: boolean;
  is_tried: boolean;
  clue: Record<string, string>;
  board: Board;
}

/** All login methods of the club, and which of them this account has. */
export interface LoginMethodFacts {
  outside: ProviderFacts[];
  passkeys: PasskeyFacts[];
  has_password: boolean;
  is_fresh: boolean;
}

/** `/api/admin`: reports, decisions and suspicious pairs, the newest first. */
export interface ModerationQueue {
  reports: ReportedLine[];
  decisions: ModerationRecord[];
  pairs: PairFacts[];
}

/** A game that was played offline, as match JSON. */
export interface KeptOfflineRecord {
  id: string;
  record: string;
}

/** `/api/admin/unusual`: the least likely first, at most 100. */
export interface UnusualGamesList {
  games: UnusualGameFacts[];
  compared: number;
  by_chance: number;
}

/** `/api/front`: what the first page shows of the club. */
export interface FrontPage {
  played: string[];
  watched: WatchedGame | null;
}

/** A whole game that two networks played, from the start to the end. */
export interface ShownGame {
  turns: ShownTurn[];
}

/** An uploaded match: never rated, and nobody can prove its dice. */
export interface UploadedMatch {
  key: string;
  name: string;
  laws: Laws;
  length: number;
  white: string;
  black: string;
  turns: number;
  illegal: number;
  since: number;
  is_yours: boolean;
  link: string | null;
}

/** What you are told, and where. */
export interface NoticeFacts {
  push: ("turn" | "round" | "challenge" | "closing")[];
  mail: ("turn" | "round" | "challenge" | "closing")[];
  push_key: string;
  browsers: number;
  has_mail: boolean;
  address: string;
  is_confirmed: boolean;
  latest: NoticeLine[];
}

/** `/api/club`: what a club says about itself. */
export interface ClubAbout {
  name: string;
  welcome: string;
  announcement: string;
  rules: string;
  accent: string;
  game: string;
  levels: string;
  logo: string;
}

/** `/api/admin/numbers`: the club now, and in the last 24 hours. */
export interface ClubNumbers {
  members: number;
  programs: number;
  new_members: number;
  new_guests: number;
  seen: number;
  games_going: number;
  games_ended: number;
  notices_sent: number;
  notices_failed: number;
  notices_waiting: number;
}

/** The id of a room. */
export interface RoomMade {
  room: string;
}

/** A bot's evaluation of a position. */
export interface PositionEvaluation {
  kind: "turns" | "chances";
  turns: Candidate[];
  equity: number;
  win: number;
  cube: string | null;
}

/** The better turn, the other one, and why; figures are for the player who made them. */
export interface TurnExplanation {
  best: string;
  best_moves: ([number, number])[];
  played: string;
  played_moves: ([number, number])[];
  is_best: boolean;
  loss: number | null;
  plies: number;
  says: Record<string, string[]>;
  plan: Record<string, string>;
  rolls: ExplainedRoll[];
  groups: RollGroup[];
}

/** A rollout so far. */
export interface RolloutProgress {
  state: "waiting" | "working" | "done" | "failed";
  trials: number;
  of: number;
  turns: RolledOutTurn[];
  reason: string;
  double: RolledOutDouble | null;
}

/** The review of a room so far. */
export interface Review {
  state: "working" | "done" | "failed";
  turns: Reviewed[];
  of: number;
  games: number[];
  cubes: ReviewedDouble[];
  bombs: BombDecision[];
  summaries: Record<string, Figures>;
  plies: number;
  preview_plies: number;
  luck_plies: number;
  looked_at: number;
  deep: number;
  laws: Laws;
  you: "white" | "black" | null;
  names: Record<string, string>;
  bots: ("white" | "black")[];
  reason: string;
  withheld: number;
}

/** The verdict, with what the try did to the ratings. */
export interface PuzzleVerdict {
  is_right: boolean;
  turn: string;
  loss: number | null;
  error: number | null;
  turns: RatedTurn[];
  plan: Record<string, string>;
  reasons: Record<string, string[]>;
  counted: boolean;
  rating: number;
  change: number;
  puzzle_rating: number;
}

/** What became of the mistakes of a room. */
export interface KeptMistakes {
  state: "working" | "done" | "failed";
  found: number;
  new: number;
}

/** The verdict, and when the mistake comes again. */
export interface MistakeVerdict {
  is_right: boolean;
  turn: string;
  loss: number | null;
  error: number | null;
  turns: RatedTurn[];
  plan: Record<string, string>;
  reasons: Record<string, string[]>;
  again: number;
  due: number;
}

/** A note and tried turns of one decision; if both are empty, nothing is kept. */
export interface DecisionNote {
  number: number;
  note: string;
  tried: TriedTurn[];
}

/** Recovery codes, each for one login; they are shown only once. */
export interface Codes {
  codes: string[];
}

/** The address to which the browser must go. */
export interface RedirectAddress {
  address: string;
}

/** The id of a group that was made or joined. */
export interface JoinedGroup {
  circle: string;
}

/** The token of a program; it is shown only once. */
export interface Token {
  id: string;
  name: string;
  token: string;
}

/** The id of a tournament that was announced. */
export interface Announced {
  tournament: string;
}

/** The board after an act, and what the act adds to the record. */
export interface RealBoard {
  board: Board;
  events: (Record<string, unknown>)[];
}

/** Whether a turn was lawful. */
export interface TurnVerdict {
  law: string | null;
  says: Record<string, string>;
  source: string;
  reason: string;
}

/** A backup that was made. */
export interface BackupMade {
  file: string;
  bytes: number;
  rooms: number;
}

/** A section of a game's rules in prose. */
export interface RulesSection {
  title: string;
  sentences: string[];
}

/** A game in the list, with the strength of the bots for people. */
export interface ListedGame {
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
  changed: Record<string, string[]>;
  rotation: (Record<string, string>)[];
  begins: string;
  stake: "" | "single" | "money";
  results: Record<string, Record<string, string>>;
  house: "" | "now" | "changed" | "gone";
  newcomer: string;
  lost: Record<string, number>;
  is_first: boolean;
  scene: GameScene | null;
}

/** The opening book of a game: all first rolls and the replies. */
export interface GameBook {
  low: number;
  high: number;
  wins: number;
  rows: BookRow[];
}

/** A mistake that is due. */
export interface MistakeBoard {
  id: string;
  game: string;
  played: string;
  room: string;
  number: number;
  due: number;
  clue: Record<string, string>;
  board: Board;
}

/** A browser that is signed in. */
export interface SessionFacts {
  id: string;
  since: number;
  seen: number;
  agent: string;
  is_this: boolean;
}

/** A program that may play here. */
export interface ApiClientFacts {
  id: string;
  name: string;
  since: number;
  seen: number | null;
  scopes: string[];
}

/** A person found by a search. */
export interface FoundPlayer {
  id: string;
  name: string;
  role: string;
}

/** A game that was played offline: never rated, and its dice cannot be proven. */
export interface KeptOfflineGame {
  id: string;
  game: string;
  seat: "white" | "black";
  level: string;
  begun: number;
  result: GameResult;
  event: string;
  is_rated: boolean;
  is_provable: boolean;
}

/** A tournament of the calendar. */
export interface ScheduleLine {
  id: string;
  name: string;
  game: Record<string, string>;
  format: "swiss" | "round-robin" | "knock-out" | "arena";
  length: number;
  clock: string;
  is_rated: boolean;
  prizes: string;
  times: ScheduleTimes;
  next: number;
  is_yours: boolean;
}

/** A named set of options; `text` is the game with them. */
export interface PresetOffer {
  name: string;
  title: Record<string, string>;
  text: string;
}

/** An option of a game: its value, its value in the published game, and the choices. */
export interface OptionOffer {
  name: string;
  title: Record<string, string>;
  value: string;
  published: string;
  values: ValueOffer[];
}

/** A roll with its turns, the best of the book first, then the most played. */
export interface OpeningRoll {
  roll: string;
  turns: OpeningTurn[];
}

/** A game with puzzles, and how somebody stands in them. */
export interface PuzzleGame {
  game: string;
  name: Record<string, string>;
  count: number;
  daily: string;
  is_daily_done: boolean;
  rating: number;
  deviation: number;
  tried: number;
  solved: number;
}

/** A provider through which people can sign in. */
export interface ProviderFacts {
  id: string;
  name: string;
  since: number | null;
}

/** A passkey of this account. */
export interface PasskeyFacts {
  id: string;
  name: string;
  since: number;
  seen: number;
}

/** A chat line that somebody has reported. */
export interface ReportedLine {
  room: string;
  tournament: string;
  number: number;
  at: number;
  who: string;
  name: string;
  text: string;
  reporter: string;
}

/** An entry of the audit log. */
export interface ModerationRecord {
  at: number;
  who: string;
  what: string;
  about: string;
}

/** Two accounts whose rated games of the last 30 days look arranged. */
export interface PairFacts {
  winner: PairMember;
  other: PairMember;
  games: number;
  won: number;
  gain: number;
  last: number;
  places: string[];
}

/** A game whose figures are unlike the others: a hint and no verdict. */
export interface UnusualGameFacts {
  room: string;
  player: PairMember;
  name: Record<string, string>;
  ended_at: number;
  decisions: number;
  kinds: ("errors" | "times")[];
  own: FigureComparison | null;
  others: FigureComparison | null;
  times: FigureComparison | null;
}

/** A public game as it stands now. */
export interface WatchedGame {
  game: RunningGame;
  view: View;
}

/** A turn of a recorded game: its dice, and moves of one die each, in the player's own numbering. */
export interface ShownTurn {
  seat: "white" | "black";
  dice: number[];
  moves: ([number, number])[];
}

/** A notice of the last days, and what became of it. */
export interface NoticeLine {
  kind: string;
  channel: "push" | "mail";
  state: "waiting" | "sending" | "sent" | "failed" | "dropped";
  reason: string;
  at: number;
}

/** When a tournament begins, as the clock on the wall of a place shows it. */
export interface ScheduleTimes {
  every: "week" | "month";
  weekday: number;
  hour: number;
  minute?: number;
  number?: number;
  zone?: string;
}

/** A turn and its value to the player who makes it. */
export interface Candidate {
  turn: string;
  moves: ([number, number])[];
  equity: number;
  loss: number | null;
  win: number;
  gammon: number | null;
  plies: number;
}

/** One of the 21 rolls of the opponent after both turns. */
export interface ExplainedRoll {
  dice: [number, number];
  best: number;
  played: number;
  group: string;
}

/** Rolls whose replies differ in the same way. */
export interface RollGroup {
  group: string;
  rolls: number;
  part: number;
}

/** The value of a turn to the player who makes it, from all trials so far. */
export interface RolledOutTurn {
  turn: string;
  moves: ([number, number])[];
  equity: number;
  error: number | null;
  behind: number;
  behind_error: number | null;
  win: number;
}

/** The values of a double and of its answers to the player who may double, from all trials so far. */
export interface RolledOutDouble {
  no_double: number;
  no_double_error: number | null;
  double_take: number;
  double_take_error: number | null;
  double_pass: number;
  gain: number;
  gain_error: number | null;
  advice: string;
  win: number;
}

/** A turn and its alternatives; a dance is a forced turn. */
export interface Reviewed {
  white: number[];
  black: number[];
  white_pinned: number[];
  black_pinned: number[];
  cube: CubeView | null;
  number: number;
  player: "white" | "black";
  position: string;
  loss: number;
  grade: string;
  plies: number;
  dice: number[];
  turn: string;
  choices: Candidate[];
  chosen: number;
  luck: number | null;
  win: number | null;
  lose: number | null;
  is_forced: boolean;
}

/** A cube decision; a missed double has the number of the roll. */
export interface ReviewedDouble {
  white: number[];
  black: number[];
  white_pinned: number[];
  black_pinned: number[];
  cube: CubeView | null;
  number: number;
  player: "white" | "black";
  position: string;
  loss: number;
  grade: string;
  plies: number;
  act: string;
  best: string;
  no_double: number;
  double_take: number;
  double_pass: number;
  match_chances: number[] | null;
  advice: string;
  win: number;
  lose: number;
}

/** A decision about a bomb; a bomb that was kept has the number of the roll. */
export interface BombDecision {
  white: number[];
  black: number[];
  white_pinned: number[];
  black_pinned: number[];
  cube: CubeView | null;
  number: number;
  player: "white" | "black";
  position: string;
  loss: number;
  grade: string;
  plies: number;
  act: string;
  best: string;
  exploded: number;
  kept: number;
  win: number;
  lose: number;
}

/** The summary of one player's decisions. */
export interface Figures {
  decisions: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  error_rate: number;
  performance_rating: number;
  luck: number;
  level: string;
}

/** A turn that the puzzle knows, with what it loses. */
export interface RatedTurn {
  turn: string;
  moves: DieMove[];
  loss: number;
  error: number | null;
}

/** A turn that was tried, and those that go on from it. */
export interface TriedTurn {
  turn: string;
  moves: ([number, number])[];
  position?: string;
  replies?: TriedTurn[];
}

/** A position that shows what happens in a game: counts by place, as in `View`. */
export interface GameScene {
  white: number[];
  black: number[];
  white_pinned: number[];
  black_pinned: number[];
}

/** A roll with the best turn, in points for the mover and without the cube. */
export interface BookRow {
  roll: string;
  turns: string[];
  equity: number;
  error: number;
  win: number;
  gammon: number | null;
  replies: BookRow[];
}

/** One player of a pair. */
export interface PairMember {
  id: string;
  name: string;
}

/** A value that an option can have. */
export interface ValueOffer {
  value: string;
  title: Record<string, string>;
}

/** A turn with its value by the book and its games at the club. */
export interface OpeningTurn {
  turn: string;
  equity: number | null;
  loss: number | null;
  is_best: boolean;
  played: number;
  won: number | null;
}

/** A figure of a game beside those of other games. */
export interface FigureComparison {
  value: number;
  usual: number;
  games: number;
  chance: number;
}

/** A display name. */
export interface Name {
  name: string;
}

/** An avatar such as `sun-night`; '' is the one derived from the name. */
export interface Picture {
  avatar: string;
}

/** The settings of a new room. */
export interface CreateRoom {
  game: string;
  against?: "bot" | "friend" | "anyone";
  bot?: string;
  seat?: "white" | "black" | null;
  length?: number;
  clock?: string | null;
  rated?: boolean;
  circle?: string;
  position?: string;
  session?: boolean;
}

/** A position and the moves of a turn begun there. */
export interface MovesQuery {
  position: string;
  moves: DieMove[];
}

/** A position in any notation. */
export interface PositionQuery {
  position: string;
}

/** A position with its roll, and a turn. */
export interface ExplanationQuery {
  position: string;
  turn?: string | null;
}

/** A position with its roll and turns to compare; or before a roll, or with a double offered, and no turns. */
export interface RolloutQuery {
  position: string;
  turns: string[];
}

/** The moves of a finished turn. */
export interface PuzzleTurnMade {
  moves: DieMove[];
}

/** A position with its roll, a turn there, and the roll after it. */
export interface TurnThenRoll {
  position: string;
  turn: string;
  roll: [number, number];
}

/** A name and a password. */
export interface Credentials {
  name: string;
  password: string;
}

/** The old and the new password. */
export interface Change {
  old: string;
  new: string;
}

/** The password once more, before a sensitive change; '' if the account has none. */
export interface PasswordProof {
  password?: string;
}

/** A recovery code in place of a forgotten password, and a new password. */
export interface Recovery {
  name: string;
  code: string;
  password: string;
  take?: boolean;
}

/** Credentials from a browser that may have a guest's games. */
export interface Login {
  name: string;
  password: string;
  take?: boolean;
}

/** A session by its id; '' is the session of this request. */
export interface SessionId {
  id?: string;
}

/** The purpose of a login through a provider. */
export interface ProviderLogin {
  take?: boolean;
  link?: boolean;
  password?: string;
}

/** A new passkey from the browser. */
export interface PasskeyMade {
  name: string;
  credential: Record<string, unknown>;
}

/** A new name for a passkey. */
export interface PasskeyName {
  id: string;
  name: string;
}

/** A passkey to remove, with the password. */
export interface PasskeyRemoval {
  password?: string;
  id?: string;
}

/** The signature of a passkey. */
export interface PasskeySignature {
  credential: Record<string, unknown>;
  take?: boolean;
}

/** The name and description of a group. */
export interface GroupTexts {
  name: string;
  about?: string;
}

/** For how many days and how many people a new invitation is valid; null is no limit. */
export interface NewInvitation {
  days?: number | null;
  uses?: number | null;
  role?: "helper" | "member";
}

/** A new role for a member; '' removes them. */
export interface RoleChange {
  player: string;
  role: string;
}

/** The name of a program, and the scopes of its token. */
export interface NewApiClient {
  name: string;
  scopes?: ("play" | "read" | "errors")[];
}

/** A decision of an admin. */
export interface ModerationRequest {
  what: "mute" | "unmute" | "ban" | "unban" | "close";
  about: string;
  days?: number | null;
}

/** Takes a reported line off the list; `room` or `tournament` is ''. */
export interface DismissRequest {
  room: string;
  tournament: string;
  number: number;
}

/** A tournament to be announced. */
export interface NewTournament {
  name: string;
  game: string;
  format: "swiss" | "round-robin" | "knock-out" | "arena";
  clock: string;
  length?: number;
  rounds?: number;
  minutes?: number;
  rated?: boolean;
  starts?: number | null;
  circle?: string;
  prizes?: string;
}

/** The club's bots that enter a tournament. */
export interface BotEntry {
  level?: string;
  count?: number;
}

/** An entrant by their number. */
export interface EntrantNumber {
  number: number;
}

/** Games to keep with the account; all are stored, or none. */
export interface OfflineRecords {
  games: OfflineRecord[];
}

/** A file with a match, in any format that nardy reads. */
export interface MatchFile {
  content: string;
  name?: string;
  game?: string;
}

/** Whether others may read a match by its link. */
export interface SharedByLink {
  is_shared: boolean;
}

/** A game to begin on a real board: the first of a match, or the next. */
export interface RealBoardStart {
  game: string;
  length?: number;
  events?: (Record<string, unknown>)[];
}

/** What happened at the board in a situation. */
export interface RealBoardAct {
  position: string;
  act: string;
  dice?: number[];
  turn?: string;
  is_accepted?: boolean;
  length?: number;
}

/** A turn that somebody made at a real board. */
export interface TurnQuestion {
  position: string;
  turn: string;
}

/** The kinds of notices that you want by each channel, and your language. */
export interface NoticeKinds {
  push: ("turn" | "round" | "challenge" | "closing")[];
  mail: ("turn" | "round" | "challenge" | "closing")[];
  language: string;
}

/** The push subscription of a browser. */
export interface BrowserSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
  language: string;
}

/** A subscription by its endpoint. */
export interface Endpoint {
  endpoint: string;
}

/** An e-mail address to confirm. */
export interface NewAddress {
  address: string;
  language: string;
}

/** A tournament that repeats, from its `starts` on. */
export interface NewSchedule {
  tournament: NewTournament;
  times: ScheduleTimes;
}

/** The words of a club about itself, all plain text, and what it offers first; '' is the default. */
export interface ClubWords {
  name?: string;
  welcome?: string;
  announcement?: string;
  rules?: string;
  accent?: string;
  game?: string;
  levels?: string;
}

/** A new logo of the club. */
export interface ClubLogoFile {
  content?: string;
}

/** Something to say in a tournament. */
export interface TournamentLineRequest {
  id: string;
  text: string;
}

/** Whether to mute the author of a line. */
export interface MutedAuthor {
  number: number;
  is_muted: boolean;
}

/** A line to report. */
export interface ReportedNumber {
  number: number;
}

/** Whether to follow somebody. */
export interface FollowRequest {
  follows: boolean;
}

/** Whether to mute somebody. */
export interface MuteRequest {
  muted: boolean;
}

/** A challenge to one person. */
export interface NewChallenge {
  player: string;
  game: string;
  length?: number;
  clock?: string | null;
  rated?: boolean;
  seat?: "white" | "black" | null;
  session?: boolean;
}

/** The settings of a rematch. */
export interface RematchRequest {
  rated?: boolean;
}

/** The scopes of a new token. */
export interface NewToken {
  scopes?: ("play" | "read" | "errors")[];
}

/** A finished game of a browser: its id there, when it was begun, and the game as match JSON. */
export interface OfflineRecord {
  id: string;
  begun: number;
  record: string;
}

/** A game started: its position text, with score and options. */
export interface Started {
  kind: "started";
  position: string;
  version: number;
}

/** Each player rolled one die for the start. */
export interface RolledOff {
  kind: "rolled-off";
  white: number;
  black: number;
}

/** A player rolled; the larger die first. */
export interface Rolled {
  kind: "rolled";
  player: "white" | "black";
  dice: [number, number];
}

/** A turn was confirmed. Moves are (origin, target), one die each, in playable order. */
export interface Played {
  kind: "played";
  player: "white" | "black";
  turn: string;
  moves: [number, number][];
  accepted?: boolean;
}

/** A player offered to lose at this size. */
export interface Resigned {
  kind: "resigned";
  player: "white" | "black";
  size: string;
  accepted?: boolean;
}

/** A double, an answer, or the bomb. */
export interface Acted {
  kind: "acted";
  player: "white" | "black";
  act: string;
}

/** A player took back their last turn, and everything after it. */
export interface TakenBack {
  kind: "taken-back";
  player: "white" | "black";
  events: number;
}

export type GameEvent = Started | RolledOff | Rolled | Played | Resigned | Acted | TakenBack;

export type ToServer = Watch | Unwatch | Act | Explore | Commit | Reveal | WatchLobby | Ask | Hint | Tutor | Evaluate | Listen | Say | Mute | Report | Follow | Search | EndSearch;

export type ToClient = Update | Lobby | RevealRequest | Done | Refused | MoveVerdict | Explored | Advised | Tutored | Evaluated | Talk | Followed | Searching | Matched | SearchEnded;

/** What a GET answers at a path. What follows a question mark does not count. */
export type Answer<Path extends string> =
  Path extends `${infer Before}?${string}` ? Answer<Before> :
  Path extends `/api/players/${string}/ratings/${string}/${string}` ? RatingMark[] :
  Path extends `/api/rooms/${string}/review/game` ? GameToReview :
  Path extends `/api/matches/${string}/file/${string}` ? unknown :
  Path extends `/api/rooms/${string}/match/${string}` ? unknown :
  Path extends `/api/groups/${string}/leaders` ? GroupLadder[] :
  Path extends `/api/groups/${string}/schedules` ? ScheduleLine[] :
  Path extends `/api/groups/${string}/tournaments` ? TournamentLine[] :
  Path extends `/api/me/offline-games/${string}` ? KeptOfflineRecord :
  Path extends `/api/players/${string}/errors` ? ErrorProfile :
  Path extends `/api/players/${string}/games` ? History :
  Path extends `/api/players/${string}/tournaments` ? PlayerTournament[] :
  Path extends `/api/rooms/${string}/end` ? unknown :
  Path extends `/api/rooms/${string}/notes` ? DecisionNote[] :
  Path extends `/api/rooms/${string}/proof` ? Record<string, unknown> :
  Path extends `/api/rules/${string}/lines` ? string[] :
  Path extends `/api/tournaments/${string}/chat` ? TournamentTalk :
  Path extends `/api/leaders/${string}/${string}` ? Leaders :
  Path extends `/api/puzzles/${string}/${string}` ? PuzzleBoard :
  Path extends `/api/account/export` ? Record<string, unknown> :
  Path extends `/api/admin/numbers` ? ClubNumbers :
  Path extends `/api/admin/people` ? FoundPlayer[] :
  Path extends `/api/admin/unusual` ? UnusualGamesList :
  Path extends `/api/club/logo.png` ? unknown :
  Path extends `/api/club/look.css` ? unknown :
  Path extends `/api/me/offline-games` ? KeptOfflineGame[] :
  Path extends `/api/pictures/board` ? unknown :
  Path extends `/api/books/${string}` ? GameBook | null :
  Path extends `/api/games/${string}` ? GameOffer :
  Path extends `/api/groups/${string}` ? GroupFacts :
  Path extends `/api/invitations/${string}` ? Invited :
  Path extends `/api/matches/${string}` ? UploadedMatch :
  Path extends `/api/openings/${string}` ? Openings :
  Path extends `/api/people/${string}` ? PersonLine :
  Path extends `/api/players/${string}` ? Profile :
  Path extends `/api/recorded/${string}` ? ShownGame :
  Path extends `/api/rules/${string}` ? RulesSection[] :
  Path extends `/api/tournaments/${string}` ? TournamentFacts :
  Path extends `/api/admin` ? ModerationQueue :
  Path extends `/api/bots` ? BotFacts[] :
  Path extends `/api/challenges` ? ChallengeLine[] :
  Path extends `/api/club` ? ClubAbout :
  Path extends `/api/dice` ? DiceCounts :
  Path extends `/api/friends` ? FriendsFacts :
  Path extends `/api/front` ? FrontPage :
  Path extends `/api/games` ? ListedGame[] :
  Path extends `/api/groups` ? GroupLine[] :
  Path extends `/api/leaders` ? LadderFacts[] :
  Path extends `/api/login-methods` ? LoginMethodFacts :
  Path extends `/api/matches` ? UploadedMatch[] :
  Path extends `/api/me` ? Me :
  Path extends `/api/mine` ? YourGame[] :
  Path extends `/api/mistakes` ? MistakeBoard | null :
  Path extends `/api/notices` ? NoticeFacts :
  Path extends `/api/people` ? PersonLine[] :
  Path extends `/api/position` ? Board :
  Path extends `/api/programs` ? ApiClientFacts[] :
  Path extends `/api/puzzles` ? PuzzleHall :
  Path extends `/api/schedules` ? ScheduleLine[] :
  Path extends `/api/sessions` ? SessionFacts[] :
  Path extends `/api/tournaments` ? TournamentLine[] :
  unknown;

/** What a POST answers at a path. What follows a question mark does not count. */
export type Posted<Path extends string> =
  Path extends `${infer Before}?${string}` ? Posted<Before> :
  Path extends `/api/me/offline-games/${string}/end` ? KeptOfflineGame[] :
  Path extends `/api/tournaments/${string}/chat/mute` ? TournamentTalk :
  Path extends `/api/tournaments/${string}/chat/report` ? TournamentTalk :
  Path extends `/api/admin/club/logo` ? ClubAbout :
  Path extends `/api/notices/mail/end` ? NoticeFacts :
  Path extends `/api/notices/push/end` ? NoticeFacts :
  Path extends `/api/sessions/passkey/offer` ? Record<string, unknown> :
  Path extends `/api/challenges/${string}/end` ? RoomMade :
  Path extends `/api/groups/${string}/edit` ? GroupFacts :
  Path extends `/api/groups/${string}/end` ? GroupLine[] :
  Path extends `/api/groups/${string}/invitation` ? GroupFacts :
  Path extends `/api/groups/${string}/leave` ? GroupLine[] :
  Path extends `/api/groups/${string}/members` ? GroupFacts :
  Path extends `/api/matches/${string}/end` ? UploadedMatch[] :
  Path extends `/api/matches/${string}/link` ? UploadedMatch :
  Path extends `/api/matches/${string}/review` ? Review :
  Path extends `/api/mistakes/${string}/end` ? null :
  Path extends `/api/outside/${string}/end` ? LoginMethodFacts :
  Path extends `/api/people/${string}/follow` ? PersonLine :
  Path extends `/api/people/${string}/mute` ? PersonLine :
  Path extends `/api/programs/${string}/end` ? ApiClientFacts[] :
  Path extends `/api/programs/${string}/token` ? Token :
  Path extends `/api/rooms/${string}/again` ? RoomMade :
  Path extends `/api/rooms/${string}/mistakes` ? KeptMistakes :
  Path extends `/api/rooms/${string}/notes` ? DecisionNote :
  Path extends `/api/rooms/${string}/review` ? Review :
  Path extends `/api/rooms/${string}/seat` ? RoomMade :
  Path extends `/api/schedules/${string}/end` ? ScheduleLine[] :
  Path extends `/api/tournaments/${string}/begin` ? TournamentFacts :
  Path extends `/api/tournaments/${string}/bots` ? TournamentFacts :
  Path extends `/api/tournaments/${string}/chat` ? TournamentTalk :
  Path extends `/api/tournaments/${string}/end` ? TournamentFacts :
  Path extends `/api/tournaments/${string}/enter` ? TournamentFacts :
  Path extends `/api/tournaments/${string}/leave` ? TournamentFacts :
  Path extends `/api/tournaments/${string}/remove` ? TournamentFacts :
  Path extends `/api/puzzles/${string}/${string}` ? PuzzleVerdict :
  Path extends `/api/account/codes` ? Codes :
  Path extends `/api/account/end` ? Me :
  Path extends `/api/account/password` ? Me :
  Path extends `/api/account/recovery` ? Me :
  Path extends `/api/admin/backup` ? BackupMade :
  Path extends `/api/admin/club` ? ClubAbout :
  Path extends `/api/admin/reports` ? ModerationQueue :
  Path extends `/api/me/avatar` ? Me :
  Path extends `/api/me/errors` ? ErrorChoice :
  Path extends `/api/me/meeting` ? ContactChoiceFacts :
  Path extends `/api/me/offline-games` ? KeptOfflineGame[] :
  Path extends `/api/notices/mail` ? NoticeFacts :
  Path extends `/api/notices/push` ? NoticeFacts :
  Path extends `/api/passkeys/end` ? LoginMethodFacts :
  Path extends `/api/passkeys/name` ? LoginMethodFacts :
  Path extends `/api/passkeys/offer` ? Record<string, unknown> :
  Path extends `/api/position/after` ? Board :
  Path extends `/api/position/evaluation` ? PositionEvaluation :
  Path extends `/api/position/explanation` ? TurnExplanation :
  Path extends `/api/position/nodes` ? Node[] :
  Path extends `/api/position/rollout` ? RolloutProgress :
  Path extends `/api/position/verdict` ? MoveVerdict :
  Path extends `/api/real-board/act` ? RealBoard :
  Path extends `/api/real-board/verdict` ? TurnVerdict :
  Path extends `/api/sessions/end` ? Me :
  Path extends `/api/sessions/passkey` ? Me :
  Path extends `/api/invitations/${string}` ? JoinedGroup :
  Path extends `/api/mistakes/${string}` ? MistakeVerdict :
  Path extends `/api/outside/${string}` ? RedirectAddress :
  Path extends `/api/account` ? Codes :
  Path extends `/api/admin` ? ModerationQueue :
  Path extends `/api/challenges` ? RoomMade :
  Path extends `/api/groups` ? JoinedGroup :
  Path extends `/api/matches` ? UploadedMatch :
  Path extends `/api/me` ? Me :
  Path extends `/api/notices` ? NoticeFacts :
  Path extends `/api/passkeys` ? LoginMethodFacts :
  Path extends `/api/programs` ? Token :
  Path extends `/api/real-board` ? RealBoard :
  Path extends `/api/rooms` ? RoomMade :
  Path extends `/api/schedules` ? ScheduleLine[] :
  Path extends `/api/sessions` ? Me :
  Path extends `/api/tournaments` ? Announced :
  unknown;

/** What a POST takes at a path. What follows a question mark does not count. */
export type Body<Path extends string> =
  Path extends `${infer Before}?${string}` ? Body<Before> :
  Path extends `/api/me/offline-games/${string}/end` ? Record<string, never> :
  Path extends `/api/tournaments/${string}/chat/mute` ? MutedAuthor :
  Path extends `/api/tournaments/${string}/chat/report` ? ReportedNumber :
  Path extends `/api/admin/club/logo` ? ClubLogoFile :
  Path extends `/api/notices/mail/end` ? Record<string, never> :
  Path extends `/api/notices/push/end` ? Endpoint :
  Path extends `/api/sessions/passkey/offer` ? Record<string, never> :
  Path extends `/api/challenges/${string}/end` ? Record<string, never> :
  Path extends `/api/groups/${string}/edit` ? GroupTexts :
  Path extends `/api/groups/${string}/end` ? Record<string, never> :
  Path extends `/api/groups/${string}/invitation` ? NewInvitation :
  Path extends `/api/groups/${string}/leave` ? Record<string, never> :
  Path extends `/api/groups/${string}/members` ? RoleChange :
  Path extends `/api/matches/${string}/end` ? Record<string, never> :
  Path extends `/api/matches/${string}/link` ? SharedByLink :
  Path extends `/api/matches/${string}/review` ? Record<string, never> :
  Path extends `/api/mistakes/${string}/end` ? Record<string, never> :
  Path extends `/api/outside/${string}/end` ? PasswordProof :
  Path extends `/api/people/${string}/follow` ? FollowRequest :
  Path extends `/api/people/${string}/mute` ? MuteRequest :
  Path extends `/api/programs/${string}/end` ? Record<string, never> :
  Path extends `/api/programs/${string}/token` ? NewToken | null :
  Path extends `/api/rooms/${string}/again` ? RematchRequest | null :
  Path extends `/api/rooms/${string}/mistakes` ? Record<string, never> :
  Path extends `/api/rooms/${string}/notes` ? DecisionNote :
  Path extends `/api/rooms/${string}/review` ? Record<string, never> :
  Path extends `/api/rooms/${string}/seat` ? Record<string, never> :
  Path extends `/api/schedules/${string}/end` ? Record<string, never> :
  Path extends `/api/tournaments/${string}/begin` ? Record<string, never> :
  Path extends `/api/tournaments/${string}/bots` ? BotEntry :
  Path extends `/api/tournaments/${string}/chat` ? TournamentLineRequest :
  Path extends `/api/tournaments/${string}/end` ? Record<string, never> :
  Path extends `/api/tournaments/${string}/enter` ? Record<string, never> :
  Path extends `/api/tournaments/${string}/leave` ? Record<string, never> :
  Path extends `/api/tournaments/${string}/remove` ? EntrantNumber :
  Path extends `/api/puzzles/${string}/${string}` ? PuzzleTurnMade :
  Path extends `/api/account/codes` ? PasswordProof :
  Path extends `/api/account/end` ? PasswordProof :
  Path extends `/api/account/password` ? Change :
  Path extends `/api/account/recovery` ? Recovery :
  Path extends `/api/admin/backup` ? PasswordProof :
  Path extends `/api/admin/club` ? ClubWords :
  Path extends `/api/admin/reports` ? DismissRequest :
  Path extends `/api/me/avatar` ? Picture :
  Path extends `/api/me/errors` ? ErrorChoice :
  Path extends `/api/me/meeting` ? ContactChoiceFacts :
  Path extends `/api/me/offline-games` ? OfflineRecords :
  Path extends `/api/notices/mail` ? NewAddress :
  Path extends `/api/notices/push` ? BrowserSubscription :
  Path extends `/api/passkeys/end` ? PasskeyRemoval :
  Path extends `/api/passkeys/name` ? PasskeyName :
  Path extends `/api/passkeys/offer` ? PasswordProof :
  Path extends `/api/position/after` ? TurnThenRoll :
  Path extends `/api/position/evaluation` ? PositionQuery :
  Path extends `/api/position/explanation` ? ExplanationQuery :
  Path extends `/api/position/nodes` ? MovesQuery :
  Path extends `/api/position/rollout` ? RolloutQuery :
  Path extends `/api/position/verdict` ? MovesQuery :
  Path extends `/api/real-board/act` ? RealBoardAct :
  Path extends `/api/real-board/verdict` ? TurnQuestion :
  Path extends `/api/sessions/end` ? SessionId :
  Path extends `/api/sessions/passkey` ? PasskeySignature :
  Path extends `/api/invitations/${string}` ? Record<string, never> :
  Path extends `/api/mistakes/${string}` ? PuzzleTurnMade :
  Path extends `/api/outside/${string}` ? ProviderLogin :
  Path extends `/api/account` ? Credentials :
  Path extends `/api/admin` ? ModerationRequest :
  Path extends `/api/challenges` ? NewChallenge :
  Path extends `/api/groups` ? GroupTexts :
  Path extends `/api/matches` ? MatchFile :
  Path extends `/api/me` ? Name :
  Path extends `/api/notices` ? NoticeKinds :
  Path extends `/api/passkeys` ? PasskeyMade :
  Path extends `/api/programs` ? NewApiClient :
  Path extends `/api/real-board` ? RealBoardStart :
  Path extends `/api/rooms` ? CreateRoom :
  Path extends `/api/schedules` ? NewSchedule :
  Path extends `/api/sessions` ? Login :
  Path extends `/api/tournaments` ? NewTournament :
  unknown;
