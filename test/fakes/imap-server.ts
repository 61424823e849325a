import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { TLSSocket } from "node:tls";

type Stored = { uid: number; raw: string; date: string; isDeleted?: boolean };

type ImapOptions = {
  user: string;
  password: string;
  /** Certificate and key for STARTTLS. */
  pem?: Buffer;
};

/** Mailbox with the part of IMAP4rev1 that reading a folder needs. */
export async function startImapServer({ user, password, pem }: ImapOptions) {
  const messages: Stored[] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  let validity = 1;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    socket.write(`* OK [CAPABILITY ${pem ? "IMAP4rev1 STARTTLS" : "IMAP4rev1"}] ready\r\n`);
    const lines = createInterface({ input: socket });
    lines.on("line", (line) => {
      if (pem && line.endsWith(" STARTTLS")) {
        lines.close();
        encrypt(socket, line.split(" ")[0]!);
      } else answer(socket, line);
    });
  });

  function encrypt(socket: Socket, tag: string): void {
    commands.push("STARTTLS");
    socket.write(`${tag} OK Begin\r\n`);
    const encrypted = new TLSSocket(socket, { isServer: true, cert: pem, key: pem });
    encrypted.on("error", () => {});
    createInterface({ input: encrypted })
      .on("error", () => {})
      .on("line", (line) => answer(encrypted, line));
  }

  function answer(socket: Socket, line: string): void {
    const [, tag = "", command = "", rest = ""] = /^(\S+) (UID \w+|\w+) ?(.*)$/.exec(line) ?? [];
    commands.push(command === "LOGIN" ? command : line.slice(tag.length + 1));
    const say = (...lines: string[]) => socket.write(lines.map((one) => `${one}\r\n`).join(""));
    const done = (status = "OK") => say(`${tag} ${status} ${command} completed`);
    const given = [...rest.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map((match) => match[1] ?? match[2]);
    if (command === "CAPABILITY") say("* CAPABILITY IMAP4rev1");
    else if (command === "LOGIN" && (given[0] !== user || given[1] !== password))
      return void say(`${tag} NO [AUTHENTICATIONFAILED] Nobody of this name and password`);
    else if (command === "LIST" || command === "LSUB") say(`* ${command} (\\HasNoChildren) "/" "INBOX"`);
    else if (command === "EXAMINE" || command === "SELECT") {
      if (given[0] !== "INBOX") return void say(`${tag} NO [NONEXISTENT] no such mailbox`);
      say(`* ${messages.length} EXISTS`, "* FLAGS (\\Deleted)", `* OK [UIDVALIDITY ${validity}] `);
    } else if (command === "FETCH" || command === "UID FETCH") fetched(rest, command, say);
    else if (command === "LOGOUT") say("* BYE");
    done();
  }

  function fetched(rest: string, command: string, say: (...lines: string[]) => void): void {
    const [range = "", wanted = ""] = [rest.split(" ")[0], rest];
    const isOne = command === "UID FETCH" && /^\d+$/.test(range);
    for (const [index, { uid, raw, date, isDeleted }] of messages.entries()) {
      if (isOne && uid !== Number(range)) continue;
      const subject = /^Subject: (.*)$/m.exec(raw)?.[1]?.trim() ?? "";
      const parts = [`UID ${uid}`, `FLAGS (${isDeleted ? "\\Deleted" : ""})`, `RFC822.SIZE ${raw.length}`];
      if (wanted.includes("ENVELOPE"))
        parts.push(`ENVELOPE ("${date}" "${subject}" NIL NIL NIL NIL NIL NIL NIL "<${uid}@shop.example>")`);
      if (wanted.includes("INTERNALDATE")) parts.push('INTERNALDATE "22-Nov-2026 09:30:00 +0000"');
      const [, from, length] = /BODY\.PEEK\[\]<(\d+)\.(\d+)>/.exec(wanted) ?? [];
      if (wanted.includes("BODY.PEEK[]")) {
        const bytes = Buffer.from(raw).subarray(Number(from ?? 0), Number(from ?? 0) + Number(length ?? 1e9));
        const at = from === undefined ? "" : `<${from}>`;
        parts.push(`BODY[]${at} {${bytes.length}}\r\n${bytes.toString("latin1")}`);
      }
      say(`* ${index + 1} FETCH (${parts.join(" ")})`);
    }
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    messages,
    commands,
    /** Assigns new UIDs to all messages (UIDVALIDITY changes). */
    renumber: () => {
      validity++;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
