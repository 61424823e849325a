import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import { fill, flood, type HostileConnection } from "./serve";

const KB = 1024;
const MB = 1024 * 1024;
/** Slightly below the maximum length of a line. */
const LINE_BYTES = 9 * MB;
const COUNT = 1_000_000;

type Command = { tag: string; name: string; socket: Socket };
type Answer = (command: Command) => void;
type Answers = Record<string, Answer>;

const end: Answer = ({ tag, name, socket }) => void socket.write(`${tag} OK ${name} completed\r\n`);

/** Sends a text and completes the command. */
const send =
  (text: string | (() => string)): Answer =>
  (command) => {
    command.socket.write(typeof text === "string" ? text : text(), "latin1");
    end(command);
  };

/** Sends a head, then a piece repeatedly without end. */
const endless =
  (head: string, piece: string): Answer =>
  ({ socket }) => {
    socket.write(head);
    flood(socket, fill(piece, piece.length * Math.ceil((64 * KB) / piece.length)));
  };

/** Sends a line many times and completes the command. */
const repeat =
  (line: string, count: number): Answer =>
  (command) => {
    const linesAtOnce = 1_000;
    flood(command.socket, line.repeat(linesAtOnce), count / linesAtOnce, () => end(command));
  };

const message = (uid: number, subject: string) =>
  `* ${uid} FETCH (UID ${uid} FLAGS () INTERNALDATE "22-Nov-2026 09:30:00 +0000" ENVELOPE (NIL ${subject} NIL NIL NIL NIL NIL NIL NIL NIL))\r\n`;
const messages = (count: number) => Array.from({ length: count }, (_, n) => message(n + 1, '"A"')).join("");

const usual: Answers = {
  CAPABILITY: send("* CAPABILITY IMAP4rev1\r\n"),
  LIST: send('* LIST (\\HasNoChildren) "/" "INBOX"\r\n'),
  EXAMINE: send("* 1 EXISTS\r\n* FLAGS (\\Seen)\r\n* OK [UIDVALIDITY 1] \r\n"),
  FETCH: send(message(1, '"A subject"')),
};
const greeting = (socket: Socket) => void socket.write("* OK [CAPABILITY IMAP4rev1] ready\r\n");

/** Builds a mail server with malicious answers to some commands. */
const server =
  (answers: Answers, greet: (socket: Socket) => void = greeting) =>
  (socket: Socket) => {
    greet(socket);
    const lines = createInterface({ input: socket }).on("error", () => {});
    lines.on("line", (line) => {
      const [, tag = "", name = ""] = /^(\S+) (UID \w+|\w+)/.exec(line) ?? [];
      const answer = answers[name] ?? usual[name] ?? end;
      answer({ tag, name, socket });
    });
  };

const greetings: Record<string, (socket: Socket) => void> = {
  "without end": (socket) => flood(socket, fill("* OK ", 64 * KB)),
  "of lines without end": (socket) => flood(socket, "* OK still here\r\n".repeat(4_000)),
  "of line ends": (socket) => flood(socket, fill("\r\n", 64 * KB)),
  "of NULs": (socket) => flood(socket, Buffer.alloc(64 * KB)),
  "that is a page": (socket) => void socket.end(`HTTP/1.1 200 OK\r\n\r\n${fill("<p>", MB)}`),
  "of a literal": (socket) => {
    socket.write("* OK {4294967295}\r\n");
    flood(socket, Buffer.alloc(64 * KB, "a"));
  },
};

const answers: Record<string, Answers> = {
  "EXPUNGE without end": { EXAMINE: endless("* 1000000000 EXISTS\r\n", "* 1 EXPUNGE\r\n") },
  "EXISTS without end": { EXAMINE: endless("", "* 1 EXISTS\r\n") },
  "VANISHED without end": { EXAMINE: endless("", "* VANISHED 1:4294967295\r\n") },
  "alerts without end": { LOGIN: endless("", "* OK [ALERT] Read this\r\n") },
  "answers to other commands": { LOGIN: endless("", "X1 OK done\r\n") },
  "requests for more without end": { LOGIN: endless("", "+ go on\r\n") },
  "flags by the thousand": { EXAMINE: send(() => `* FLAGS (${fill("\\Flag ", LINE_BYTES)})\r\n`) },
  "capabilities by the thousand": {
    CAPABILITY: send(() => `* CAPABILITY ${fill("IMAP4rev1 A ", LINE_BYTES)}\r\n`),
  },
  "a million mailboxes": { LIST: repeat('* LIST () "/" "A"\r\n', COUNT) },
  "a line without end": { LIST: endless("", "a") },
  "nested lists": { FETCH: send(() => `* 1 FETCH ${fill("(", LINE_BYTES)}\r\n`) },
  "lists of nothing": { FETCH: send(() => `* 1 FETCH (${fill("() ", LINE_BYTES)})\r\n`) },
  "a literal without end": { FETCH: endless("* 1 FETCH (UID 1 ENVELOPE (NIL {2147483647}\r\n", "a") },
  "literals of nothing": { FETCH: endless("* 1 FETCH (UID 1 FLAGS (", "{0}\r\n ") },
  "the same message a million times": { FETCH: repeat(message(1, '"A"'), COUNT) },
  "150,000 messages": { FETCH: send(() => messages(150_000)) },
  "a long subject": { FETCH: send(() => message(1, `"${fill("s", LINE_BYTES)}"`)) },
  "a subject of encoded words": {
    FETCH: send(() => message(1, `"${fill("=?utf-8?B?w6Q=?= ", LINE_BYTES)}"`)),
  },
  "addresses by the thousand": {
    FETCH: send(
      () =>
        `* 1 FETCH (UID 1 ENVELOPE (NIL NIL (${'("A" NIL "a" "b.test")'.repeat(40_000)}) NIL NIL NIL NIL NIL NIL NIL))\r\n`,
    ),
  },
  "UIDs that are none": { FETCH: send(message(Number.MAX_VALUE, '"A"') + message(-1, '"A"')) },
  "a message without end": { "UID FETCH": endless("* 1 FETCH (UID 1 BODY[]<0> {2147483647}\r\n", "a\r\n") },
  "the same part of a message for ever": {
    "UID FETCH": send(() => `* 1 FETCH (UID 1 BODY[]<0> {65536}\r\n${fill("a", 64 * KB)})\r\n`),
  },
  "a connection that closes": { FETCH: ({ socket }) => socket.destroy() },
};

export const hostileMailboxes: HostileConnection[] = [
  ...Object.entries(greetings).map(
    ([name, greet]): HostileConnection => ({ name: `a greeting ${name}`, make: () => server({}, greet) }),
  ),
  ...Object.entries(answers).map(([name, own]): HostileConnection => ({ name, make: () => server(own) })),
];
