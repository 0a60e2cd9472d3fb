// Made by `python -m tablee.server.types`: do not edit.

export interface Act {
  ask: "act";
  seat: number;
  do: string;
  seen?: number | null;
  reaction?: number | null;
}

/** Let somebody back in who was sent away for good (the host). */
export interface Admit {
  ask: "admit";
  name: string;
}

/** What the coach would do, from what your seat knows. */
export interface Advice {
  do: string | null;
  choice: Choice | null;
  reason: string | null;
  values: Record<string, number>;
}

export interface AlarmResult {
  kind: "alarm";
  after?: number | null;
  seat: number;
}

/** Agree to that, or not. */
export interface Answer {
  ask: "answer";
  seat: number;
  yes: boolean;
}

export interface AntiJokerResult {
  kind: "anti-joker";
  after?: number | null;
  named: number;
  gave: boolean;
}

/** Ask something of a table. The same `id` again, on any connection, is answered again and done only once. */
export interface Ask {
  type: "ask";
  table: string;
  id: string;
  request: Sit | Stand | Bot | Clear | Kick | Admit | Word | Start | Act | Wait | Back | Answer | Return | Say | Mute | Rematch | Close;
}

/** Cards that one knew, and that have since been stolen, or not, from where they were. */
export interface Astray {
  cards: string[];
  seats: number[];
}

/** Ask to take back one's last action. */
export interface Back {
  ask: "back";
  seat: number;
}

/** Somebody may not come in, for a while. */
export interface Ban {
  until: number;
  why: string;
}

/** You are not let in; the socket is closed after this. */
export interface Banned {
  type: "banned";
  until: number;
  why: string;
}

/** The server measures the wire: whoever gets a beat sends it straight back. */
export interface Beat {
  type: "beat";
  number: number;
}

export interface Belongings {
  person: string;
  name: string;
  joined: number;
  seen: number;
  devices: OwnDevice[];
  ratings: OwnRating[];
  results: OwnResult[];
  tables: OwnTable[];
  reports: OwnReport[];
  bans: OwnBan[];
  blocked: OwnBlock[];
}

/** Somebody of whom one wants to hear nothing. */
export interface Blocked {
  person: string;
  name: string;
  since: number;
}

export interface Bot {
  ask: "bot";
  seat: number;
  level: "casual" | "expert" | "master" | "novice";
}

/** The server is about to stop, or to start anew: come back in a moment. */
export interface Bye {
  type: "bye";
  after: number;
}

export interface ChairView {
  name: string;
  alias: number;
  bot: "casual" | "expert" | "master" | "novice" | null;
  away: boolean;
  present: boolean;
  gone: boolean;
  word: string;
  deadline: number | null;
}

/** An action, with what it concerns as far as its words say so: places in the lists of the picture. */
export interface Choice {
  action: number;
  do: string;
  verb: "call" | "choose" | "deny" | "discard" | "draw" | "drop" | "family" | "file" | "give" | "go" | "lay" | "leave" | "move" | "pass" | "pick" | "play" | "take" | "target";
  card?: string | null;
  colour?: string | null;
  seat?: number | null;
  pile?: number | null;
  source?: number | null;
  group?: number | null;
  new?: boolean;
}

/** Send a bot or a person away from a seat (the host); in a match, let the stand-in play for who is gone. */
export interface Clear {
  ask: "clear";
  seat: number;
}

export interface Close {
  ask: "close";
}

export interface CodeBody {
  code: string;
}

export interface CountedHand {
  cards: number;
  points: number;
  fewest: boolean;
  unsorted: boolean;
  dropped: boolean;
}

export interface CursedOptions {
  rounds: number;
  first: number;
  reverse: boolean;
  mild: boolean;
  aggravated: boolean;
  hazy: boolean;
  delayed: boolean;
  zeros_to_leader: boolean;
  unaided: boolean;
}

export interface CursedSeat {
  score: number;
  points: number | null;
  cards: number;
  chosen: number;
  curses: string[];
  cursed: string[];
  won: string[] | null;
  laid: string[] | null;
}

export interface CursedTrick {
  leader: number;
  laid: Laid[];
  winner: number | null;
}

export interface CursesResult {
  kind: "curses";
  after?: number | null;
  cards: string[][];
}

export interface Deal {
  after?: number;
  round?: number | null;
  opener?: number | null;
  hands?: string[][] | null;
  aside?: string[] | null;
  piles?: string[][] | null;
  shuffle?: number | null;
}

/** A deck of numbers in colours. */
export interface Deck {
  colours: string[];
  low: number;
  high: number;
}

export interface Deed {
  seat: number;
  do: string;
}

/** A browser, or a program, that is signed in. */
export interface Device {
  device: string;
  kind: string;
  made: number;
  seen: number;
  here: boolean;
}

/** What was asked is in the log, and nothing can undo it any more. */
export interface Done {
  type: "done";
  table: string;
  id: string;
  version: number;
}

export interface EliminationResult {
  kind: "elimination";
  after?: number | null;
  seat: number;
}

/** What proves that nobody chose the cards. */
export interface FairDeck {
  commitment: string;
  secret: string;
  table: string;
  words: string[];
}

/** A match of one's own that is over. */
export interface Finished {
  table: string;
  game: string;
  variant: string;
  players: number;
  seat: number;
  score: number;
  place: number;
  ended: number;
  unrated: "absent" | "guest" | "hints" | "many" | "nobody" | "often" | "seats" | "short" | null;
}

export interface FinishedGame {
  winner: number;
  family: string[];
}

/** A seat's part in the last round. */
export interface FinishedRound {
  points: number;
  curses: string[];
  cursed: string[];
}

export interface FinishedTurn {
  centre: string;
  laid: ShitLaid[];
  winner: number | null;
  points: number;
}

export interface GameEntry {
  slug: string;
  title: string;
  authors: string;
  players: number[];
  usual: number;
  minutes: string;
  real_time: boolean;
  options: OptionEntry[];
  conflicts: [string, string][];
}

/** What somebody has done in one game. A seat that a stand-in took over is still theirs. */
export interface GameFigures {
  game: string;
  matches: number;
  wins: number;
  share: number;
  place: number;
  stood_in: number;
  last: number;
  rating: RatingEntry | null;
}

export interface GameResult {
  kind: "game";
  after?: number | null;
  winner: number;
  family: string[];
}

export interface GameStandings {
  game: string;
  matches: number;
  actions: number;
  minutes: number;
  top: Rated[];
}

/** A guest who has just come. Browsers keep the token as a cookie; others send it as `Authorization: Bearer`. */
export interface Guest {
  person: string;
  name: string;
  token: string;
}

export interface HatTrick {
  leader: number;
  laid: HatTrickLaid[];
  takers: Taker[];
}

export interface HatTrickLaid {
  seat: number;
  card: string;
  is_pass: boolean;
}

export interface HatTrickOptions {
  rounds: number;
  first: number;
}

export interface HatTrickPicture {
  game: "hat-trick";
  me: number | null;
  actors: number[];
  winners: number[];
  round: number;
  opener: number | null;
  tricks: number;
  tricks_in_round: number;
  tricks_done: number;
  deck: Deck;
  hand: string[];
  options: HatTrickOptions;
  phase: "over" | "play";
  trick: HatTrick | null;
  seats: HatTrickSeat[];
  last_trick: HatTrick | null;
  last_round: number[];
}

export interface HatTrickSeat {
  score: number;
  points: number;
  cards: number;
  won: string[];
  passed: string[];
  laid: string[];
}

export interface Healthy {
  tables: number;
  sockets: number;
}

/** It is for you to act, and your time is running out. */
export interface Hurry {
  type: "hurry";
  table: string;
  seat: number;
  deadline: number;
}

/** Send a person away for good (the host, before the match): they cannot sit here again, nor watch in private. */
export interface Kick {
  ask: "kick";
  seat: number;
}

export interface Known {
  card: string;
  public: boolean;
}

export interface Laid {
  seat: number;
  card: string;
}

export interface LastCount {
  number: number;
  stop: string;
  hands: CountedHand[];
}

/** Look at it no longer. */
export interface Leave {
  type: "leave";
  table: string;
}

/** A first game of its kind. Texts are keys of the page's words. */
export interface Lesson {
  game: string;
  table: TableView;
  steps: LessonStep[];
}

export interface LessonStep {
  text: string;
  look: string[];
  moments: Moment[];
  want: string | null;
  answers: Record<string, string>;
  otherwise: string | null;
}

/** Something that was said. */
export interface Line {
  at: number;
  name: string;
  seat: number | null;
  phrase: "again" | "bye" | "ha" | "hello" | "hurry" | "oops" | "ouch" | "sorry" | "thanks" | "thinking" | "well_played" | null;
  text: string;
}

/** A public table, with who sits at it while it waits for more. */
export interface LobbyEntry {
  table: string;
  code: string;
  game: string;
  phase: "closed" | "open" | "over" | "playing";
  terms: Terms | null;
  seats: (string | null)[];
}

/** A match on paper: docs/record-format.md says what each of these means. */
export interface MatchRecord {
  format: string;
  game: string;
  rules: number;
  players: number;
  options: Record<string, number>;
  seed: string;
  fairness: FairDeck | null;
  deals: Deal[];
  actions: Deed[];
  results: (CursesResult | TrickResult | RoundResult | TurnResult | StealResult | AntiJokerResult | EliminationResult | GameResult | StopResult | AlarmResult)[];
  scores: number[];
  winners: number[];
}

export interface Me {
  person: string;
  name: string;
  ban?: Ban | null;
}

/** The table after an action, from the learner's seat. */
export interface Moment {
  news: News | null;
  sight: Sight;
}

/** Hear nothing any more of what somebody says; or hear them again. */
export interface Mute {
  ask: "mute";
  seat: number;
  on?: boolean;
}

export interface NameBody {
  name: string;
}

/** An action as somebody saw it. */
export interface News {
  seat: number;
  do: string | null;
  choice: Choice | null;
  by: "bot" | "person" | "stand-in" | "table";
  results: Record<string, unknown>[];
  rule?: string | null;
}

export interface OptionEntry {
  name: string;
  kind: "flag" | "number" | "seat";
  low: number;
  high: number | null;
  default: number;
}

export interface OwnBan {
  made: number;
  until: number;
  why: string;
}

export interface OwnBlock {
  name: string;
  made: number;
}

export interface OwnDevice {
  kind: string;
  made: number;
  seen: number;
  recovers: boolean;
}

export interface OwnRating {
  game: string;
  mean: number;
  spread: number;
  matches: number;
  last: number;
}

/** Something that they reported. */
export interface OwnReport {
  at: number;
  name: string;
  table: string;
  reason: string;
  text: string;
}

export interface OwnResult {
  table: string;
  game: string;
  variant: string;
  ended: number;
  seat: number;
  score: number;
  place: number;
  stood_in: boolean;
  left: boolean;
  unrated: "absent" | "guest" | "hints" | "many" | "nobody" | "often" | "seats" | "short" | null;
  weight: number;
}

/** A table whose log names them: they opened it, sat at it, or were sent away. */
export interface OwnTable {
  table: string;
  code: string;
  game: string;
  opened: number;
  host: boolean;
  names: string[];
  seats: number[];
  words: string[];
  said: OwnWords[];
  muted: number;
  sent_away: boolean;
}

export interface OwnWords {
  at: number;
  name: string;
  phrase: string | null;
  text: string;
}

/** Not ready yet: ask again in a moment. */
export interface Pending {
  state: "failed" | "waiting" | "working";
  before: number;
}

export interface Pile {
  top: string | null;
  cards: number;
}

export interface Ping {
  type: "ping";
  at: number;
}

export interface Pong {
  type: "pong";
  at: number;
  now: number;
}

/** Somebody would like to take back their last action. */
export interface QuestionView {
  seat: number;
  agreed: number[];
}

export interface Rated {
  person: string;
  name: string;
  rating: RatingEntry;
}

/** A rating, by openskill: what it takes somebody's skill for, and how unsure it is of that by now. */
export interface RatingEntry {
  mean: number;
  spread: number;
  low: number;
  matches: number;
}

/** What was asked is not done, and nothing has changed. */
export interface Refused {
  type: "refused";
  code: "busy" | "closed" | "empty" | "faster" | "full" | "id_used" | "illegal" | "kicked" | "no_action" | "no_chat" | "no_seat" | "not_full" | "not_host" | "not_over" | "not_seated" | "not_started" | "not_your_turn" | "not_yours" | "nothing" | "one_seat" | "over" | "pending" | "rematched" | "set_back" | "shown" | "started" | "taken" | "too_early" | "too_late" | "too_long" | "unwelcome" | "bad_message" | "failed" | "no_table" | "too_fast" | "too_many" | "unavailable";
  why: string;
  table?: string | null;
  id?: string | null;
}

export interface Rematch {
  ask: "rematch";
}

/** Some steps of a match that is over, as a seat saw it then. */
export interface Replay {
  table: string;
  seat: number | "open" | "spectator";
  total: number;
  from: number;
  steps: Step[];
}

export interface ReplayQuery {
  seat?: number | "open" | "spectator";
  from?: number;
  count?: number;
}

export interface ReportBody {
  seat?: number | null;
  said?: number | null;
  reason: "cheating" | "insult" | "name" | "other" | "stalling";
  text?: string;
}

/** Take the seat over again from the stand-in. */
export interface Return {
  ask: "return";
  seat: number;
}

export interface Review {
  format: string;
  game: string;
  players: number;
  options: Record<string, number>;
  scores: number[];
  winners: number[];
  seats: Reviewed[];
  decisions: Weighed[];
}

/** All decisions of a seat. */
export interface Reviewed {
  seat: number;
  decisions: number;
  loss: number;
  chances: [number, number][];
  worst: number[];
}

export interface RoundResult {
  kind: "round";
  after?: number | null;
  scores: number[];
  curses?: string[][] | null;
}

/** A phrase that every page has in its own language, or words of one's own. */
export interface Say {
  ask: "say";
  phrase?: "again" | "bye" | "ha" | "hello" | "hurry" | "oops" | "ouch" | "sorry" | "thanks" | "thinking" | "well_played" | null;
  text?: string;
}

export interface SeatQuery {
  seat: number;
}

/** How a request came here: what whatever stands in front of the server passes on. */
export interface Seen {
  address: string;
  scheme: string;
}

export interface ShitLaid {
  seat: number;
  card: string;
  distance: number | null;
}

export interface ShitOptions {
  target: number;
}

export interface ShitPicture {
  game: "shit";
  me: number | null;
  actors: number[];
  winners: number[];
  options: ShitOptions;
  phase: "lay" | "over";
  ring: Deck;
  turns: number;
  centre: string | null;
  pile: number;
  aside: string[];
  shuffles: number;
  seats: ShitSeat[];
  hand: string[];
  has_shit: boolean;
  distances: number[];
  laid: string | null;
  unseen: Unseen[];
  last_turn: FinishedTurn | null;
}

export interface ShitSeat {
  score: number;
  cards: number;
  has_laid: boolean;
}

/** The game from one seat. */
export interface Sight {
  seat: number | null;
  picture: StickEmPicture | StichelnPicture | HatTrickPicture | ShitPicture | StoickPicture | StopItPicture;
  choices: Choice[];
  may_wait?: boolean;
}

export interface SignedOut {
  code: string | null;
}

export interface Sit {
  ask: "sit";
  seat?: number | null;
}

/** Leave a seat. Once the match has begun the stand-in plays on. */
export interface Stand {
  ask: "stand";
  seat: number;
}

export interface Standing {
  person: string;
  name: string;
  keeps: boolean;
  games: GameFigures[];
  recent: Finished[];
}

export interface Start {
  ask: "start";
}

export interface Steal {
  number: number;
  thief: number;
  victim: number;
  card: string | null;
}

export interface StealResult {
  kind: "steal";
  after?: number | null;
  thief: number;
  victim: number;
  card: string | null;
}

/** The match after an action, or after the first deal. */
export interface Step {
  news: News | null;
  pictures: (StickEmPicture | StichelnPicture | HatTrickPicture | ShitPicture | StoickPicture | StopItPicture)[];
}

export interface StichelnPicture {
  game: "sticheln";
  me: number | null;
  actors: number[];
  winners: number[];
  round: number;
  opener: number | null;
  tricks: number;
  tricks_in_round: number;
  tricks_done: number;
  deck: Deck;
  hand: string[];
  options: CursedOptions;
  phase: "colour" | "curse" | "over" | "play";
  trick: CursedTrick | null;
  aside: string[];
  lost: string[] | null;
  seats: CursedSeat[];
  last_trick: CursedTrick | null;
  last_round: FinishedRound[];
}

export interface StickEmPicture {
  game: "stick-em";
  me: number | null;
  actors: number[];
  winners: number[];
  round: number;
  opener: number | null;
  tricks: number;
  tricks_in_round: number;
  tricks_done: number;
  deck: Deck;
  hand: string[];
  options: CursedOptions;
  phase: "colour" | "curse" | "over" | "play";
  trick: CursedTrick | null;
  aside: string[];
  lost: string[] | null;
  seats: CursedSeat[];
  last_trick: CursedTrick | null;
  last_round: FinishedRound[];
}

/** How the last ANTI-JOKER was answered. */
export interface StoickAnswer {
  number: number;
  seat: number;
  gave: boolean;
}

export interface StoickOptions {
  games: number;
  strict: boolean;
  optional_actions: boolean;
  family_next_turn: boolean;
  unaided: boolean;
  first: number;
}

export interface StoickPicture {
  game: "stoick";
  me: number | null;
  actors: number[];
  winners: number[];
  options: StoickOptions;
  phase: "answer" | "discard" | "drawing" | "over" | "swapped" | "target";
  number: number;
  starter: number;
  turn: number | null;
  after_draw: boolean;
  aim: "anti-joker" | "steal" | "swap" | null;
  asked: number | null;
  pile: (Known | null)[];
  discards: (string | null)[];
  seats: StoickSeat[];
  hand: string[];
  lied: boolean;
  astray: Astray | null;
  last_steal: Steal | null;
  last_answer: StoickAnswer | null;
  last_game: FinishedGame | null;
}

export interface StoickSeat {
  score: number;
  cards: number;
  known: Known[];
  most_jokers: number | null;
  out: boolean;
  skips: boolean;
  denied: boolean | null;
}

export interface StopItOptions {
  points: number;
  unaided: boolean;
  fall_costs: boolean;
  end_when_empty: boolean;
  false_alarm: boolean;
  first: number;
}

export interface StopItPicture {
  game: "stop-it";
  me: number | null;
  actors: number[];
  winners: number[];
  options: StopItOptions;
  phase: "grace" | "last" | "over" | "ready" | "take";
  colours: string[];
  stops: string[];
  caller: number;
  called: string | null;
  points_left: number;
  open_hands: boolean;
  piles: Pile[];
  discarded: string[];
  seats: StopItSeat[];
  last_count: LastCount | null;
}

export interface StopItSeat {
  score: number;
  in_hand: number[] | null;
  holding: string | null;
  stops: string[] | null;
  dropped: string[];
  pays_for_fall: boolean;
  passed: boolean;
  groups: string[][] | null;
  is_sorted: boolean | null;
}

export interface StopResult {
  kind: "stop";
  after?: number | null;
  stop: string;
  caller: number;
  counted: number[];
  fewest: number[];
  unsorted: number[];
  dropped: number[];
}

/** A whole table, for who has just come or come back, with what they missed as far as that is still known. */
export interface Table {
  type: "table";
  view: TableView;
  missed?: News[];
  set_back?: boolean;
}

export interface TableEntry {
  table: string;
  code: string;
  game: string;
  phase: string;
}

export interface TableView {
  table: string;
  code: string;
  version: number;
  terms: Terms;
  phase: "closed" | "open" | "over" | "playing";
  host: boolean;
  mine: number[];
  chairs: ChairView[];
  awaited: number[];
  actions: number;
  rounds: number[][];
  sights: Sight[];
  question: QuestionView | null;
  talk: Line[];
  muted: number[];
  blocked: number[];
  kicked: string[];
  race: boolean;
  opens: number | null;
  turn: number | null;
  commitment: string;
  secret: string | null;
  rematch: string | null;
}

/** Who takes the cards of a colour. */
export interface Taker {
  colour: string;
  seat: number;
}

export interface Terms {
  game: string;
  players?: number | null;
  options?: Record<string, number | boolean>;
  public?: boolean;
  timer?: "blitz" | "none" | "relaxed";
  pace?: "instant" | "normal" | "quick" | "slow";
  stand_in?: "casual" | "expert" | "master" | "novice";
  hints?: boolean;
  chat?: boolean;
  turns?: boolean;
}

export interface TrickResult {
  kind: "trick";
  after?: number | null;
  leader: number;
  cards: string[];
  winner?: number | null;
  winners?: Record<string, number> | null;
}

export interface TurnResult {
  kind: "turn";
  after?: number | null;
  centre: string;
  cards: string[];
  winner: number | null;
  points: number;
}

/** Cards last shuffled together that are out of sight: who holds how many of them is known, not which. */
export interface Unseen {
  cards: string[];
  held: number[];
  in_pile: number;
}

/** Something happened: this is how the table looks now. */
export interface Update {
  type: "update";
  view: TableView;
  news?: News | null;
}

/** Let the others move, in a game in real time that is played by turns. */
export interface Wait {
  ask: "wait";
  seat: number;
}

/** Look at a table from now on. Who has seen it before says up to which version. */
export interface Watch {
  type: "watch";
  table: string;
  since?: number | null;
}

/** A decision, as the coach sees it. */
export interface Weighed {
  after: number;
  seat: number;
  do: string;
  best: string;
  rival: string;
  why: string;
  chance: number;
  loss: number;
  gap: number;
  error: number;
  values: Record<string, number>;
  rough: Record<string, number>;
  choice: Choice;
  best_choice: Choice;
}

export interface Welcome {
  type: "welcome";
  protocol: number;
  person: string;
  name: string;
  now: number;
}

/** Somebody at a table: who sits there, or who said something. */
export interface Whom {
  seat?: number | null;
  said?: number | null;
}

/** Add a word to the deck. */
export interface Word {
  ask: "word";
  seat: number;
  word: string;
}

export interface Wrong {
  code: string;
  why: string;
}

export type FromClient = Watch | Leave | Ask | Ping | Beat;

export type FromServer = Welcome | Table | Update | Done | Refused | Pong | Beat | Hurry | Banned | Bye;

export type AnyResult = CursesResult | TrickResult | RoundResult | TurnResult | StealResult | AntiJokerResult | EliminationResult | GameResult | StopResult | AlarmResult;

export type Ruling = "HT-6" | "SE-10" | "SE-15" | "SE-7" | "SE-8" | "SH-11" | "SH-5" | "SH-8" | "SI-10" | "SI-14" | "SI-17" | "SI-18" | "SI-19" | "SI-7" | "SI-8" | "SK-13" | "SK-5" | "SK-9" | "ST-12" | "ST-6" | "ST-7";

export type Reason = "reason.cursed.ahead" | "reason.cursed.cheap_colour" | "reason.cursed.cheap_pair" | "reason.cursed.curse_best" | "reason.cursed.curse_long" | "reason.cursed.curse_low" | "reason.cursed.dear_colour" | "reason.cursed.dear_pair" | "reason.cursed.duck" | "reason.cursed.feed" | "reason.cursed.feed_coming" | "reason.cursed.lead_coming" | "reason.cursed.lead_feed" | "reason.cursed.lead_feed_coming" | "reason.cursed.lead_low" | "reason.cursed.lead_own" | "reason.cursed.lead_strong" | "reason.cursed.luck_best" | "reason.cursed.luck_high" | "reason.cursed.luck_spare" | "reason.cursed.pay" | "reason.cursed.poor_colour" | "reason.cursed.rid" | "reason.cursed.rid_coming" | "reason.cursed.stuck" | "reason.cursed.win" | "reason.cursed.zero" | "reason.hat_trick.collect" | "reason.hat_trick.duck" | "reason.hat_trick.must_pass" | "reason.hat_trick.offer" | "reason.hat_trick.open" | "reason.hat_trick.pass" | "reason.hat_trick.take" | "reason.hat_trick.unload" | "reason.shit.block" | "reason.shit.draw" | "reason.shit.far" | "reason.shit.near" | "reason.shit.no_card" | "reason.shit.win" | "reason.stoick.anti_joker" | "reason.stoick.better_hand" | "reason.stoick.bluff" | "reason.stoick.caught_short" | "reason.stoick.close" | "reason.stoick.family" | "reason.stoick.give" | "reason.stoick.joker_there" | "reason.stoick.keep_hand" | "reason.stoick.let_be" | "reason.stoick.look" | "reason.stoick.mend" | "reason.stoick.must_go" | "reason.stoick.must_name" | "reason.stoick.new_hand" | "reason.stoick.no_family" | "reason.stoick.no_joker" | "reason.stoick.overlooked" | "reason.stoick.peek" | "reason.stoick.spent" | "reason.stoick.steal" | "reason.stoick.swap" | "reason.stoick.useless" | "reason.stoick.wanted" | "reason.stop_it.alarm" | "reason.stop_it.any" | "reason.stop_it.behind" | "reason.stop_it.catch" | "reason.stop_it.compelled" | "reason.stop_it.drop" | "reason.stop_it.file" | "reason.stop_it.file_stop" | "reason.stop_it.finish" | "reason.stop_it.go" | "reason.stop_it.hide_stop" | "reason.stop_it.keep_stop" | "reason.stop_it.let_be" | "reason.stop_it.margin" | "reason.stop_it.misfile" | "reason.stop_it.new_colour" | "reason.stop_it.pick_up" | "reason.stop_it.rash" | "reason.stop_it.shuffle" | "reason.stop_it.tidy";
