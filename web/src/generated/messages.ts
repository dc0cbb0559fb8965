// The messages between the table server and its clients, written by `cargo xtask types`.
// Change crates/protocol (or the crate a type comes from), never this file.

/** The longest name of a person, in characters. */
export const LONGEST_NAME = 24;

/** The longest line of chat, in characters. */
export const LONGEST_CHAT = 280;

/** The longest message over a socket, in bytes. */
export const LONGEST_MESSAGE = 16384;

/** The longest body of a request, in bytes. */
export const LONGEST_BODY = 65536;

/** The most that a faster connection's action waits for a slower one's in a race, in milliseconds. */
export const FAIRNESS_MS = 150;

/** Why the server closes a socket, beside the ordinary codes of WebSockets. */
export const CLOSE = {
  /** The client reads too slowly; it may come again. */
  TOO_SLOW: 4001,
  /** The client sends too fast and does not stop when told. */
  TOO_FAST: 4002,
  /** The key with which the client came in was taken away. */
  REVOKED: 4003,
  /** There is no such table. */
  NO_TABLE: 4004,
  /** The table could not be stored or loaded; the client may come again. */
  STORAGE: 4005,
} as const;

/** A moment on the way from one state to the next: what is shown of it, and how much it weighs. */
export type Beat = {
  /** What kind of moment it is. */
  kind: BeatKind,
  /** What happens, in a few words. */
  text: string,
  /** What to look at. */
  at?: Array<Key>,
};

/** How much a moment weighs. */
export type BeatKind = "step" | "reveal" | "blow" | "catch" | "round";

/** What would happen to a place or a piece. */
export type Becomes = { "worth": number } | { "figure": Figure } | "gone" | { "at": Key };

/** The book a game is from. */
export type Book = "green-box" | "contest-2018" | "contest-x" | "the-deck";

/** A place on a board. */
export type Cell = {
  /** `cell:…` */
  key: Key,
  /** What people call it: `c4`. */
  label: string,
  /** Left edge, in the zone's steps. */
  x: number,
  /** Upper edge, in the zone's steps. */
  y: number,
  /** Width and height in steps. */
  size: [number, number],
  /** What the cell itself looks like. */
  ground: Ground,
  /** On which level it lies, on a board that rises; 0 is the table. */
  level?: number,
  /** What kind of place it is, where that can be seen. */
  tint?: Tint,
  /** In which direction several pieces in it line up. */
  grow: Grow,
  /** Whether it is seen only while something lies in it or can be put there. */
  quiet?: boolean,
  /** Signs on it. */
  marks?: Array<Mark>,
};

/** Something that an offer would change. */
export type Change = {
  /** The zone, cell or piece that it happens to. */
  at: Key,
  /** What happens to it. */
  to: Becomes,
};

/** A line of chat. */
export type Chat = {
  /** The speaker's name at the table; empty if the table itself speaks. */
  from: string,
  /** The seat, if the speaker has one. */
  seat: number | null,
  /** The same number for all lines of the same person at this table; absent where nobody is known to speak. */
  speaker?: number,
  /** What. */
  text: string,
  /** When, in milliseconds since 1970. */
  at: number,
};

/** One of several named choices. */
export type Choice = {
  /** What touching it means. */
  key: Key,
  /** What it says. */
  label: string,
};

/** An action with what to touch and what to call it. */
export type Chosen = {
  /** The action, as `AnyMatch::act` takes it. */
  action: unknown,
  /** A short verb phrase: "Take 3 from heap 2". */
  label: string,
  /** The keys to touch; never empty. */
  path: Array<Key>,
  /** What it would change, to be shown before it is final. */
  changes?: Array<Change>,
  /** Why it is worth what it is, in a sentence. */
  why?: string,
  /**
   * Whether it does nothing but let the game go on: to pass, to waste a point. Where it is all there is,
   * a client may do it for the player.
   */
  idle?: boolean,
  /**
   * Whether its keys are chosen together, in any order and until the last one, which says that it is done;
   * before that, each of them can be let go again.
   */
  together?: boolean,
  /** Keys that stand for each other, list by list: of cards with the same number, any will do. */
  alike?: Array<Array<Key>>,
  /** Keys of the path that need not be touched once nothing else can be meant: the card that a move takes. */
  implied?: Array<Key>,
};

/** What a client says. */
export type ClientMessage = {
  "type": "act",
  /** Comes back in the answer; without it only refusals are answered. */
  id?: number,
  /** The number of the last `state` the sender has seen. */
  seen: number,
  /** One of the offered actions, as it was offered. */
  action?: unknown,
  /**
   * The keys of what was touched, in order. If they mean nothing, or something illegal, the refusal says
   * why.
   */
  path?: Array<Key>,
} | {
  "type": "enough",
  /** Comes back in the answer. */
  id?: number,
  /** The window: the `id` of one of the `clocks`. */
  clock: number,
} | {
  "type": "ask",
  /** Comes back in the answer. */
  id?: number,
  /** For what. */
  wish: Wish,
} | {
  "type": "answer",
  /** Comes back in the answer. */
  id?: number,
  /** Which question. */
  question: number,
  /** Whether the sender agrees. */
  agree: boolean,
} | {
  "type": "chat",
  /** One to 280 characters. */
  text: string,
} | {
  "type": "hint",
  /** Comes back in the answer. */
  id: number,
  /** How hard it is to think; `strong` if absent. */
  level?: Level,
} | {
  "type": "busy",
  /** Whether something does. */
  busy: boolean,
} | {
  "type": "brisk",
  /** Whether the sender wants none. */
  brisk: boolean,
} | { "type": "refresh" };

/** An open window. */
export type ClockNow = {
  /** Which window. */
  id: number,
  /** The seat that it concerns, where it concerns only one. */
  seat?: number,
  /** How long it is open altogether, in milliseconds. */
  ms: number,
  /** How long it is still open; absent where no clock runs and everybody says `enough`. */
  left_ms: number | null,
  /** The seats that have said `enough`. */
  enough: Array<number>,
};

/** The kinds of refusals. */
export type Code =
  | "malformed"
  | "too_large"
  | "too_fast"
  | "foreign_origin"
  | "unknown"
  | "not_found"
  | "not_the_host"
  | "not_your_seat"
  | "seat_taken"
  | "no_such_seat"
  | "wrong_stage"
  | "bad_options"
  | "bad_setting"
  | "stale"
  | "not_your_turn"
  | "illegal"
  | "not_an_action"
  | "no_meaning"
  | "game_over"
  | "no_undo"
  | "no_question"
  | "storage"
  | "stopping"
  | "fault";

/** The colour of a card's border or of a cube. */
export type Colour = "red" | "yellow" | "green" | "blue" | "white" | "black";

/** A way to say something that is no piece and no cell. */
export type Control = {
  "button": {
    /** `button:…` */
    key: Key,
    /** A verb with its object. */
    label: string,
    /** How much it weighs. */
    tone: Tone,
  }
} | {
  "number": {
    /** What is counted. */
    label: string,
    /** The smallest. */
    min: number,
    /** The largest. */
    max: number,
    /** The pieces that it can be a number of, in order, where the two make one choice: "5 Wheels". */
    of?: Array<Key>,
  }
} | { "symbols": Array<PieceSymbol> } | { "colours": Array<Colour> } | {
  "choices": {
    /** What is chosen. */
    label: string,
    /** Among what. */
    choices: Array<Choice>,
  }
} | {
  "aim": {
    /** What is aimed at. */
    label: string,
    /** The smallest and largest first coordinate. */
    x: [number, number],
    /** The smallest and largest second coordinate. */
    y: [number, number],
    /** The piece or cell on the table that is aimed at; 0, 0 is its middle. */
    over?: Key,
    /** Within which first and second coordinates all is well. */
    safe?: [[number, number], [number, number]],
    /** How far from the point it may end up, each way. */
    error?: number,
    /**
     * In how many ways each error comes about, from the farthest one way to the farthest the other, the
     * same along both coordinates.
     */
    spread?: Array<number>,
    /** What is held there until it is let go. */
    holding?: Figure,
  }
} | {
  "phrases": {
    /** What is said. */
    label: string,
    /** The name of the list that the first phrase is from. */
    start: string,
    /** The lists. */
    lists: { [key in string]: Array<Phrase> },
    /** What is asked where a gap is filled from the list of this name: "Which colours?" */
    asks?: { [key in string]: string },
  }
} | {
  "tally": {
    /** What is counted. */
    label: string,
    /** What they should make. */
    goal: number,
    /** The pieces that can be touched, each with what it counts. */
    worth: Array<[Key, number]>,
  }
} | {
  "text": {
    /** What is written. */
    label: string,
    /** The most characters. */
    longest: number,
  }
};

/** A position that the guide of a game shows. */
export type Diagram = {
  /** What to look at. */
  look: Array<Key>,
  /** What has been touched, where the state has offers to show what can be touched next. */
  touched: Array<Key>,
  /** The table, with no more zones than the diagram is about. */
  state: State,
};

/** A thing that is drawn where a game counts or shows something that is in no box. */
export type Emblem =
  | "thumb_up"
  | "thumb_down"
  | "fist"
  | "nugget"
  | "sack"
  | "chest"
  | "life"
  | "lock"
  | "flower"
  | "step"
  | "letter"
  | "cup";

/** From where a table is looked at again. */
export type Eye = "spectator" | "open" | number;

/** Something worth knowing: `lives: 4`. */
export type Fact = {
  /** What it is. */
  label: string,
  /** How much, or which. */
  value: string,
  /** Whether it is the number of cards in the hand, which need not be said where the hand is seen. */
  is_hand?: boolean,
  /** What is counted, where it is drawn so many times instead of said. */
  thing?: Figure,
};

/**
 * How everybody can be sure that nobody touched the shuffle.
 *
 * The server chooses a secret and publishes its SHA-256 as the commitment before anybody sits down.
 * Everybody who sits down adds a word. The seed is the SHA-256 of the secret and all the words, each word
 * behind a zero byte, in the order of the seats. At the end the secret is told.
 */
export type Fairness = {
  /** SHA-256 of the secret, in hexadecimal digits. */
  commitment: string,
  /** The words, one for each seat. */
  luck: Array<string>,
  /** The secret, 43 letters and digits, once the game is over. */
  secret?: string,
};

/** What a piece looks like. */
export type Figure = { "card": number } | "card_back" | { "tile": PieceSymbol } | "tile_face" | "tile_back" | { "cube": Colour } | { "bloom": Colour } | { "meeple": MeepleColour } | {
  "die": {
    /** What it shows, 1–6. */
    value: number,
    /** The black one. */
    dark: boolean,
  }
} | "bag" | {
  "rune": {
    /** Its number, 0–75. */
    card: number,
    /** What it is called here. */
    role: string,
  }
} | "rune_back" | { "emblem": Emblem } | { "token": string } | { "note": string };

/** A game and what can be chosen before it. */
export type GameCard = {
  /** Everything a form needs to ask for its options. */
  options: Array<OptionSpec>,
  /** Whether its table is drawn: its pictures then are `wide.svg` and `tall.svg` too. */
  stage: boolean,
  /** The name in links and commands: `lantern-row`. */
  id: string,
  /** The name for people: `Lantern Row`. */
  title: string,
  /** What it is about, in one sentence. */
  pitch: string,
  /** The book it is from. */
  book: Book,
  /** Who designed it, by name; empty where the book names nobody. */
  designers: Array<string>,
  /** Where it comes from otherwise: "traditional", "inspired by …"; may be empty. */
  origin: string,
  /** The fewest and the most seats. */
  seats: [number, number],
  /** The number of seats at which it is best. */
  best: number,
  /** The options with which a quick game against bots is most fun, where they are not the usual ones. */
  quick: Array<[string, string]>,
  /** The shortest and the longest usual playing time. */
  minutes: [number, number],
  /** From 1, explained in a minute, to 5, a whole evening. */
  complexity: number,
  /** Kinds it belongs to: `bluffing`, `dice`, `solo`. */
  tags: Array<string>,
  /** The world that its table belongs to. */
  theme: Theme,
  /** The version of the rules as they are played here. Goes up with every change of them. */
  rules: number,
  /**
   * The oldest version whose stored matches replay here to the same states. A change that only
   * allows more, or says things in other words, leaves it; any other one makes it equal to `rules`.
   */
  replays_since: number,
};

/** What a cell looks like. */
export type Ground = "bare" | { "tile": PieceSymbol } | "tile_face" | {
  "tile_back": {
    /** The darker shade. */
    shaded: boolean,
  }
} | {
  "point": {
    /** The darker shade. */
    shaded: boolean,
  }
} | "stand" | "hollow";

/** In which direction the pieces of a cell line up. */
export type Grow = "heap" | "up" | "down";

/** How to play a game. */
export type Guide = {
  /** How to play, in Markdown. */
  guide: string,
  /** Everything a form needs to ask for its options. */
  options: Array<OptionSpec>,
  /** Whether its table is drawn: its pictures then are `wide.svg` and `tall.svg` too. */
  stage: boolean,
  /** The name in links and commands: `lantern-row`. */
  id: string,
  /** The name for people: `Lantern Row`. */
  title: string,
  /** What it is about, in one sentence. */
  pitch: string,
  /** The book it is from. */
  book: Book,
  /** Who designed it, by name; empty where the book names nobody. */
  designers: Array<string>,
  /** Where it comes from otherwise: "traditional", "inspired by …"; may be empty. */
  origin: string,
  /** The fewest and the most seats. */
  seats: [number, number],
  /** The number of seats at which it is best. */
  best: number,
  /** The options with which a quick game against bots is most fun, where they are not the usual ones. */
  quick: Array<[string, string]>,
  /** The shortest and the longest usual playing time. */
  minutes: [number, number],
  /** From 1, explained in a minute, to 5, a whole evening. */
  complexity: number,
  /** Kinds it belongs to: `bluffing`, `dice`, `solo`. */
  tags: Array<string>,
  /** The world that its table belongs to. */
  theme: Theme,
  /** The version of the rules as they are played here. Goes up with every change of them. */
  rules: number,
  /**
   * The oldest version whose stored matches replay here to the same states. A change that only
   * allows more, or says things in other words, leaves it; any other one makes it equal to `rules`.
   */
  replays_since: number,
};

/** How the server is. */
export type Health = {
  /** Whether everything is well. */
  well: boolean,
  /** What is not, or soon will not be. */
  trouble?: string,
  /** The program's version. */
  version: string,
  /** How long it has been running, in seconds. */
  up_s: number,
  /** How many tables are in memory. */
  tables: number,
  /** How many sockets are open. */
  sockets: number,
};

/**
 * The name of something that can be touched, unique in its scene: `card:17`, `cell:c4`, `button:stay`.
 *
 * The part before the colon is the kind of thing; `touch`(Key::touch) takes a key apart. A hidden
 * piece is named by its place (`card:hand.2.0`), never by its face.
 */
export type Key = string;

/** A first game, move by move. It plays the same for everybody, and nothing of it is kept. */
export type Lesson = {
  /** What the players are called; the learner is "you". */
  names: Array<string>,
  /** The seat of whoever learns. */
  learner: number,
  /** What happens, first to last. */
  steps: Array<LessonStep>,
};

/** A step of a lesson. */
export type LessonStep = {
  /** What to look at. */
  look: Array<Key>,
  /**
   * Whether it waits until the learner has done the one thing that is offered; otherwise the next step
   * follows by itself.
   */
  waits: boolean,
  /**
   * The table, with what the learner is told as its prompt. Only what the learner is to do is offered;
   * to have read something is an offer whose action is `null`.
   */
  state: State,
};

/** How hard a bot thinks. */
export type Level = "random" | "easy" | "medium" | "strong";

/** A link that makes another device the same person, once, within ten minutes. */
export type Link = {
  /** The code in it. */
  code: string,
  /** Where to open it. */
  url: string,
};

/** The lobby. */
export type Lobby = {
  /** Listed tables, the newest first. */
  open: Array<TableCard>,
  /** The reader's own, those that run first. */
  mine: Array<MyTable>,
};

/** A sign that says something about a cell or a piece. */
export type Mark = "last" | "danger" | "good" | "right" | "wrong" | "dim" | "wild" | { "note": string };

/** Somebody who plays here. There are no accounts: the holder of a key to a person is that person. */
export type Me = {
  /** The same on every device. */
  id: string,
  /** What others read. */
  name: string,
};

/** The colour of a meeple: one of each. */
export type MeepleColour = "red" | "yellow" | "green" | "blue" | "white" | "black" | "grey";

/** A moment between two states. */
export type Moment = {
  /** What kind of moment it is, and what happens. */
  beat: Beat,
  /** The table as it is then. */
  scene: Scene,
};

/** A table of one's own in a list. */
export type MyTable = {
  /** Whether it waits for the reader. */
  your_turn: boolean,
  /** What those are called who may decide now. */
  deciding?: Array<string>,
  /** Why it cannot go on, if it cannot. */
  trouble?: string,
  /** The unguessable name in its link. */
  id: string,
  /** The game's id. */
  game: string,
  /** The game's title. */
  title: string,
  /** At which point it is. */
  stage: Stage,
  /** How fast it plays. */
  pace: Pace,
  /** Who sits where; absent names are free seats. */
  seats: Array<string | null>,
  /** When something last happened, in milliseconds since 1970. */
  updated_at: number,
};

/** Somebody who is to stay silent at a table. */
export type NewBan = {
  /** The `speaker` of a line of theirs. */
  speaker: number,
};

/** Who somebody wants to be: a new person, or a new name for the one they are. */
export type NewMe = {
  /** One to 24 characters. */
  name: string,
};

/** What a table is to play from now on. */
export type NewSettings = {
  /** What and how. */
  settings: Settings,
  /** At how many seats. */
  seats: number,
};

/** A table to be opened. */
export type NewTable = {
  /** The game's id. */
  game: string,
  /** The options that differ from the default. */
  options?: Record<string, unknown>,
  /** Whether the lobby shows the table to everybody. */
  listed?: boolean,
  /** How fast it plays. */
  pace?: Pace,
  /** How long a seat may think, in seconds; unlimited if absent. */
  limit_s?: number,
  /** Who is to sit where; one entry for each seat. */
  seats: Array<SeatPlan>,
  /** Whether to begin at once; every seat must be taken then. */
  start?: boolean,
  /** A word of one's own that goes into the shuffle (see `Fairness`); a random one if absent. */
  luck?: string,
};

/** A key with which a program acts for a person. */
export type NewToken = {
  /** What it is for, one to 40 characters. */
  label: string,
};

/**
 * Something a person may choose now: what to touch, in order, and what to call it.
 *
 * A client narrows the offers touch by touch until one is left, or shows the labels as a list;
 * dragging from the first to the last is the same choice.
 */
export type Offer = {
  /** A short verb phrase: "Take 3 from heap 2". */
  label: string,
  /** The keys to touch; never empty. */
  path: Array<Key>,
  /** What it would change, to be shown before it is final. */
  changes?: Array<Change>,
  /** Why it is worth what it is, in a sentence. */
  why?: string,
  /**
   * Whether it does nothing but let the game go on: to pass, to waste a point. Where it is all there is,
   * a client may do it for the player.
   */
  idle?: boolean,
  /**
   * Whether its keys are chosen together, in any order and until the last one, which says that it is done;
   * before that, each of them can be let go again.
   */
  together?: boolean,
  /** Keys that stand for each other, list by list: of cards with the same number, any will do. */
  alike?: Array<Array<Key>>,
  /** Keys of the path that need not be touched once nothing else can be meant: the card that a move takes. */
  implied?: Array<Key>,
};

/** One option, as a form shows it. */
export type OptionSpec = {
  /** Its name in links and records. */
  key: string,
  /** What it decides, in a few words. */
  label: string,
  /** What it can be. */
  values: Values,
  /** What it is if nobody says anything. */
  default: string,
};

/** How a match ended. */
export type Outcome = {
  /** The final scores; 1 and 0 where a game only knows winners. */
  scores: SeatMap<number>,
  /** The places, from 1; equals share the better one (1, 1, 3). */
  ranks: SeatMap<number>,
  /** What all achieved together, in a game of all against the box. */
  team: Team | null,
};

/** How fast a table plays. */
export type Pace = "live" | "mail";

/** A part of a score: `planted: 9`. */
export type Part = {
  /** What brought it. */
  label: string,
  /** How much. */
  points: number,
};

/** A phrase with gaps. */
export type Phrase = {
  /** `phrase:…` */
  key: Key,
  /** What it says, each gap written `_`. */
  text: string,
  /** For each gap the name of the list that fills it. */
  gaps?: Array<string>,
  /** Phrases of a long list that are shown together: the name of their group. */
  group?: string,
  /** What it looks like. */
  figure?: Figure,
  /**
   * The phrase of the same list that says it where another one follows: "red or _" for "red". Such phrases
   * are ticked, one or more of them.
   */
  more?: Key,
};

/** A thing on the table. */
export type Piece = {
  /** Stays the same while the piece moves, so that it can be seen moving. */
  key: Key,
  /** What it looks like. */
  figure: Figure,
  /** What people call it: `red Circles 1`. */
  label: string,
  /** The key of the cell it stands in, on boards and tracks. */
  cell?: Key,
  /** Its centre, on planes, in the zone's steps. */
  at?: [number, number],
  /**
   * How far it stands off the middle of its cell, to the right and towards the viewer, in hundredths of
   * its width: towers lean.
   */
  off?: [number, number],
  /** Whose it is, where that is not the zone's owner. */
  owner?: Seat,
  /** How it is turned. */
  turned?: Quarter,
  /** Whether it lies askew, by 45 degrees. */
  askew?: boolean,
  /** Signs on it. */
  marks?: Array<Mark>,
  /** What it does in this game, in a sentence or two, for whoever asks. */
  about?: string,
  /** The cells it has just come through, first to last, the one it stands in left out. */
  via?: Array<Key>,
  /** The key of the zone or cell it comes from, if its key was not on the table before. */
  from?: Key,
};

/** One of the six symbols; its value is the number of pips drawn beside it on a tile. */
export type PieceSymbol = "drop" | "hammers" | "circles" | "bricks" | "wheel" | "arrow";

/** What everybody sees of one seat. */
export type Player = {
  /** Which seat. */
  seat: Seat,
  /** Whether it may decide something now. */
  active: boolean,
  /** Whether it has left the game for good. */
  out?: boolean,
  /** The score, where the game counts one while it runs. */
  score?: number,
  /** The piece the seat is known by, usually a cube in its colour. */
  badge?: Figure,
  /** Whatever else is worth knowing, in the game's own words. */
  facts?: Array<Fact>,
  /** What the score is made of, where that is worth telling; the points add up to it. */
  parts?: Array<Part>,
  /** What each round that is over brought, in games of several. */
  rounds?: Array<number>,
};

/** What is asked, and what it may be answered with besides touching pieces and cells. */
export type Prompt = {
  /** One or two sentences. */
  text: string,
  /** The buttons, steppers, chips and pads below it. */
  controls?: Array<Control>,
};

/** Where the top of a piece points, and the four directions of a square grid. */
export type Quarter = "up" | "right" | "down" | "left";

/** Something the others at the table have to agree to. */
export type Question = {
  /** Names it in answers: the number of the event that asked it. */
  id: number,
  /** Who asks. */
  by: number,
  /** What for. */
  wish: Wish,
  /** The seats that have not answered. */
  waiting: Array<number>,
  /** What somebody from outside is called who asks to sit down; `by` is the seat they would take. */
  guest?: string,
};

/** Why something was not done: a code for programs, a sentence for people. Nothing has changed. */
export type Refusal = {
  /** For programs. */
  code: Code,
  /** For people: one sentence that says what would be right. */
  message: string,
};

/** Some steps of a game, as one viewer saw them. */
export type Review = {
  /** From where: `"spectator"`, `"open"`, or the number of a seat. */
  eye: Eye,
  /** How many steps there are; step 0 is the set-up table. */
  last: number,
  /** The steps asked for. */
  steps: Array<Step>,
};

/** What a zone is to the table, and so how much of the room it gets. */
export type Role = "board" | "market" | "supply" | "discard" | "mat" | "hand";

/** One viewer's table at one moment. */
export type Scene = {
  /** Where things lie; shared zones in reading order, then those that belong to seats. */
  zones: Array<Zone>,
  /** One for each seat, in order. */
  players: Array<Player>,
  /** What is asked of the viewer, or what everybody waits for. */
  prompt: Prompt,
  /** Something everybody should notice now ("The wild symbol is switched off"). */
  banner?: string,
  /** How far the game is, in a few words each: "Round 3 of 4". */
  tags?: Array<string>,
  /** Ways that are drawn over the boards: a march, an attack, the flow of a river. */
  ways?: Array<Way>,
};

/** A place at the table, numbered from 0 clockwise. */
export type Seat = number;

/** What to do with a seat. */
export type SeatChange = {
  "do": "sit",
  /** The name at this table, where it is not the person's: a guest on the same device. */
  name?: string,
  /** A word of one's own that goes into the shuffle. */
  luck?: string,
} | { "do": "stand" } | {
  "do": "lend",
  /** How hard it thinks: `random`, `easy`, `medium` or `strong`. */
  level: Level,
} | { "do": "take_back" } | {
  "do": "remove",
  /** Whether they may neither come back to a seat nor speak at this table. */
  ban?: boolean,
} | {
  "do": "bot",
  /** How hard it thinks: `random`, `easy`, `medium` or `strong`. */
  level: Level,
};

/** Who sits at a seat. */
export type SeatInfo = {
  /** What to call the seat; empty if it is free. */
  name: string,
  /** The bot that plays here now: `random`, `easy`, `medium` or `strong`. */
  bot: Level | null,
  /** What people would say about that bot, to follow its name; for bots with a seat of their own. */
  style?: string,
  /** Whether the seat belongs to a person, even if a bot plays for a while. */
  person: boolean,
  /** Whether that person is connected. */
  here: boolean,
  /** Whether that person is the reader. */
  yours: boolean,
  /** Whether somebody has left it in the middle of the game, so that others may sit down there. */
  left?: boolean,
  /** The first seat of the same person, if this is another one of theirs: somebody plays here on the same device. */
  guest_of?: number,
  /** Whether that person is the host, who invites the others. */
  host?: boolean,
};

/** One value for each seat of a table, in place. */
export type SeatMap<T> = Array<T>;

/** Who is to sit at a seat of a new table. */
export type SeatPlan = "me" | { "guest": string } | { "bot": Level } | "free";

/** What the server says. */
export type ServerMessage = { "type": "table" } & Table | { "type": "state" } & State | {
  "type": "done",
  /** Of the message that asked. */
  id: number,
  /** The number of the last thing that happened. */
  number: number,
} | {
  "type": "refused",
  /** Of the message that asked, if it had one. */
  id: number | null,
  /** For programs. */
  code: Code,
  /** For people. */
  message: string,
} | { "type": "chat" } & Chat | {
  "type": "hint",
  /** Of the message that asked. */
  id: number,
  /** The action. */
  action: unknown,
  /** What to touch and what to call it. */
  offer: Offer,
  /** Why, where the game can say. */
  why?: string,
};

/** What a table is to play and how. */
export type Settings = {
  /** The game's id. */
  game: string,
  /** The options that differ from the default. */
  options: Record<string, unknown>,
  /** Whether the lobby shows the table to everybody. */
  listed: boolean,
  /** How fast it plays. */
  pace: Pace,
  /**
   * How long a seat may think, in seconds; after that the plainest legal action is done for it.
   * At most an hour live, at least an hour and at most 30 days by mail; unlimited if absent.
   */
  limit_s?: number,
};

/** At which point a table is. */
export type Stage = "waiting" | "running" | "over";

/** A running or finished game, as one viewer sees it. */
export type State = {
  /** The number of the last thing that happened at the table: what to send as `seen`. */
  number: number,
  /** How many inputs have been taken. */
  version: number,
  /** The viewer's seat; a spectator has none. */
  seat: number | null,
  /** The table. */
  scene: Scene,
  /**
   * What should be seen before it, first to last, if only one thing has happened since the state
   * before.
   */
  moments?: Array<Moment>,
  /** What the viewer may do. */
  offers: Array<Chosen>,
  /** Whether the viewer may do more than is listed: aim at any point, compose any sentence. */
  more: boolean,
  /**
   * Whether the only thing on offer does nothing but let the game go on, and can be taken back: a client
   * may do it for the viewer.
   */
  forced: boolean,
  /** What was said since the state before. */
  said: Array<string>,
  /**
   * Whether `said` is everything from the beginning: at first, after something was taken back, and
   * after somebody took or left a seat.
   */
  anew: boolean,
  /** The seats that may decide now. */
  active: Array<number>,
  /** The windows that the rules will close. */
  clocks: Array<ClockNow>,
  /** How long the seats that may decide can still think, in milliseconds. */
  think_ms: number | null,
  /** Whether time stands still, because the only person at the table is busy. */
  held: boolean,
  /** Whether and how the viewer's last action can be taken back. */
  undo: Undo,
  /** How it ended. */
  outcome: Outcome | null,
};

/** A table after so many inputs. */
export type Step = {
  /** After how many. */
  step: number,
  /** The seat whose action led here. */
  by?: number,
  /** What was said about it. */
  said: Array<string>,
  /** How the table looked. */
  scene: Scene,
  /** The outcome, at the end. */
  outcome?: Outcome,
};

/** A table, as its reader may know it. */
export type Table = {
  /** The unguessable name in its link. */
  id: string,
  /** The game's title. */
  title: string,
  /** What it plays and how. */
  settings: Settings,
  /** At which point it is. */
  stage: Stage,
  /** Who sits where. */
  seats: Array<SeatInfo>,
  /** Whether the reader is its host. */
  host: boolean,
  /** How many look on. */
  watchers: number,
  /** The number of the last thing that happened. */
  number: number,
  /** What binds the server to the shuffle. */
  fairness: Fairness,
  /** What the table is being asked. */
  question?: Question,
  /** The table of the rematch. */
  next?: string,
  /** Why it can neither go on nor be shown, if it cannot: it was begun under other rules. */
  trouble?: string,
};

/** A table in a list. */
export type TableCard = {
  /** The unguessable name in its link. */
  id: string,
  /** The game's id. */
  game: string,
  /** The game's title. */
  title: string,
  /** At which point it is. */
  stage: Stage,
  /** How fast it plays. */
  pace: Pace,
  /** Who sits where; absent names are free seats. */
  seats: Array<string | null>,
  /** When something last happened, in milliseconds since 1970. */
  updated_at: number,
};

/** Everything about a finished game: it can be replayed, and the shuffle verified. */
export type TableRecord = {
  /** The table's id. */
  table: string,
  /** What the seats were called. */
  names: Array<string>,
  /** When it began and ended, in milliseconds since 1970. */
  played: [number, number],
  /** What bound the server to the shuffle, with the secret. */
  fairness: Fairness,
  /** The match. */
  record: unknown,
  /** How it ended; absent if its people gave it up, because it could not go on. */
  outcome?: Outcome,
};

/** What all achieved together. */
export type Team = {
  /** Whether they won. */
  won: boolean,
  /** How well. */
  score: number,
};

/**
 * The world a game is set in: what its table, boards, motifs and sounds are like. Each is drawn once,
 * by day and in the dark; neighbours in a gallery should differ.
 */
export type Theme =
  | "mine"
  | "garden"
  | "temple"
  | "desert"
  | "sea"
  | "ice"
  | "forest"
  | "space"
  | "city"
  | "arena"
  | "night"
  | "parlour";

/** What kind of place a cell is. */
export type Tint = { "of": number } | { "in": Colour } | "goal" | "danger" | "lost";

/** A key of a person: a device or a program. */
export type Token = {
  /** Names the key without being it. */
  id: string,
  /** What it is for. */
  label: string,
  /** Whether it is a program's, not a device's. */
  program: boolean,
  /** When it was made, in milliseconds since 1970. */
  made_at: number,
  /** The key itself, told once when it is made. */
  token?: string,
};

/** How much a button weighs. */
export type Tone = "plain" | "main" | "bold";

/** Whether and how an action can be taken back. */
export type Undo = "no" | "free" | "ask";

/** One value of an option, as a form shows it. */
export type ValueSpec = {
  /** Its name in links and records. */
  value: string,
  /** What it means. */
  label: string,
};

/** What an option can be. */
export type Values = { "one_of": Array<ValueSpec> } | {
  "number": {
    /** The smallest. */
    min: number,
    /** The largest. */
    max: number,
  }
} | {
  "words": {
    /** The most characters. */
    longest: number,
  }
} | { "or_off": Values };

/** A way from cell to cell. */
export type Way = {
  /** The cells, first to last; at least two. */
  through: Array<Key>,
  /** What it tells. */
  kind: WayKind,
};

/** What a way tells. */
export type WayKind = "went" | "attack" | "flow" | "reach";

/** What can be asked of a table. */
export type Wish = "undo" | {
  "pace": {
    /** Which. */
    pace: Pace,
    /** How long a seat may think, in seconds. */
    limit_s?: number,
  }
} | "rematch" | "sit" | {
  "substitute": {
    /** For whom. */
    seat: number,
  }
};

/** A place for pieces, or for cells that hold pieces. */
export type Zone = {
  /** `zone:…` */
  key: Key,
  /** What people call it. */
  label: string,
  /** The same in short, for where its owner or its pieces can be seen: "Garden" of "Anna's garden". */
  title?: string,
  /** What is to be known about it now: "7 would strike". */
  note?: string,
  /** How its pieces lie. */
  kind: ZoneKind,
  /** What it is to the table. */
  role: Role,
  /** Whose it is; shared if nobody's. */
  owner?: Seat,
  /** How many steps of the zone's coordinates make the width of one tile. */
  unit?: number,
  /** The cells of a board or track. */
  cells?: Array<Cell>,
  /** What lies here, lowest first. */
  pieces?: Array<Piece>,
  /** How many pieces there are, where they are not all listed. */
  count?: number,
  /**
   * So many pieces (on a board, cells side by side; on one that rises, levels) it has room for at least, so
   * that nothing moves when some come and go.
   */
  room?: number,
  /**
   * Whether columns and rows have names at the edge, of which the labels of its cells are made: `c4`, or in
   * two words `c1 L4`.
   */
  coordinates?: boolean,
  /** Whether its cells lie on levels above each other, so that it is drawn in height. */
  rises?: boolean,
  /** Whether its cells are land in the middle of something else, so that they have a shore. */
  shores?: boolean,
  /** Whether it may be turned by a quarter to fit a screen, because up and right mean nothing in the game. */
  turns?: boolean,
  /**
   * Whether it is there only for a while, as cards that were drawn to choose from: the table keeps no room
   * for it.
   */
  passing?: boolean,
  /**
   * What stands for its pieces while none is listed: the draw bag, for example. A stack without it
   * shows the back of a card.
   */
  look?: Figure,
};

/** How the pieces of a zone lie. */
export type ZoneKind = "board" | "plane" | "track" | "row" | "fan" | "stack" | "pile";
