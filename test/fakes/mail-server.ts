import { once } from "node:events";
import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = {
  /** The recipients that the connection named, which is who gets it. */
  to: string[];
  /** As a mail program reads it. */
  mail: Email;
  /** As it came. */
  raw: string;
};

/** A mail server for tests: real SMTP, keeps what it gets, and refuses or is away when told to. */
export async function startMailServer() {
  const mails: ReceivedMail[] = [];
  const waiting: { address: string; take: (mail: ReceivedMail) => void }[] = [];
  /** Mails that `next` has answered with. */
  const seen = new Set<ReceivedMail>();
  let refusal: number | undefined;
  let refused = 0;
  let server: SMTPServer | undefined;
  let port = 0;

  const keep = (received: ReceivedMail) => {
    mails.push(received);
    const index = waiting.findIndex(({ address }) => received.to.includes(address));
    if (index < 0) return;
    seen.add(received);
    waiting.splice(index, 1)[0]!.take(received);
  };

  async function start(): Promise<void> {
    server = new SMTPServer({
      authOptional: true,
      // Connections that are open when it stops are cut, in ms.
      closeTimeout: 1,
      disabledCommands: ["STARTTLS"],
      onData: (stream, session, done) => {
        const pieces: Buffer[] = [];
        stream.on("data", (piece: Buffer) => pieces.push(piece));
        stream.on("end", async () => {
          if (refusal !== undefined) {
            refused++;
            done(Object.assign(new Error("Not now."), { responseCode: refusal }));
            return;
          }
          const raw = Buffer.concat(pieces).toString();
          const to = session.envelope.rcptTo.map(({ address }) => address);
          keep({ to, mail: await PostalMime.parse(raw), raw });
          done();
        });
      },
    });
    // A client that goes away in the middle is not this server's problem.
    server.on("error", () => {});
    server.listen(port, "127.0.0.1");
    await once(server.server, "listening");
    port = (server.server.address() as AddressInfo).port;
  }

  async function stop(): Promise<void> {
    const stopping = server;
    server = undefined;
    if (stopping) await new Promise<void>((resolve) => stopping.close(() => resolve()));
  }

  await start();
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** All mails, oldest first. */
    mails,
    /** How many it has refused. */
    refused: () => refused,
    /** Answers every mail with this status, such as 451, from now on; `undefined`: takes them again. */
    refuseWith: (status: number | undefined) => {
      refusal = status;
    },
    /** Listens again after `stop`, at the same port. */
    start,
    /** Is away: nothing listens. */
    stop,
    /** The oldest mail to an address that was not answered here before; waits for it. */
    next: (address: string): Promise<ReceivedMail> => {
      const found = mails.find((mail) => !seen.has(mail) && mail.to.includes(address));
      if (!found) return new Promise((take) => waiting.push({ address, take }));
      seen.add(found);
      return Promise.resolve(found);
    },
  };
}

/** The address in a mail that leads to a page below `path`. */
export const linkIn = ({ mail }: ReceivedMail, path: string): string => {
  const link = (mail.text ?? "").split(/\s+/).find((word) => URL.canParse(word) && word.includes(path));
  if (!link) throw new Error(`No link to ${path} in the mail: ${mail.text}`);
  return link;
};
