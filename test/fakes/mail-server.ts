import { once } from "node:events";
import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = {
  /** Envelope recipients. */
  to: string[];
  /** Parsed mail. */
  mail: Email;
  raw: string;
};

/** SMTP server that stores mails, and rejects them or stops on request. */
export async function startMailServer() {
  const mails: ReceivedMail[] = [];
  const waiting: { address: string; take: (mail: ReceivedMail) => void }[] = [];
  /** Mails that `next` has returned. */
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
      // Milliseconds after which open connections are cut on stop.
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
    // Ignores clients that disconnect during a mail.
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
    /** Number of rejected mails. */
    refused: () => refused,
    /** Rejects all mails with this status, such as 451; `undefined` accepts them again. */
    refuseWith: (status: number | undefined) => {
      refusal = status;
    },
    /** Restarts after `stop` on the same port. */
    start,
    /** Stops listening. */
    stop,
    /** Waits for the oldest mail to an address that `next` has not returned yet. */
    next: (address: string): Promise<ReceivedMail> => {
      const found = mails.find((mail) => !seen.has(mail) && mail.to.includes(address));
      if (!found) return new Promise((take) => waiting.push({ address, take }));
      seen.add(found);
      return Promise.resolve(found);
    },
  };
}

/** Returns the link in a mail to a page below `path`. */
export const linkIn = ({ mail }: ReceivedMail, path: string): string => {
  const link = (mail.text ?? "").split(/\s+/).find((word) => URL.canParse(word) && word.includes(path));
  if (!link) throw new Error(`No link to ${path} in the mail: ${mail.text}`);
  return link;
};
