import { ImapFlow } from "imapflow";
import { isInner } from "@/lib/platform/addresses";
import { addressOf, EgressError, explained } from "@/lib/platform/egress/service";
import type { ConnectorSource } from "../contract";
import { type Item, type Opening, type Source, SourceError } from "../source";

/** The messages of a folder of a mailbox (IMAP4rev1, RFC 3501), each a file of the type EML, by years and months. */

type Settings = Extract<ConnectorSource, { kind: "imap" }>;

/** Listed at once. */
const BATCH = 500;
const IMPLICIT_TLS = 993;
/** In ms. */
const CONNECTING = 10_000;
const SILENCE = 60_000;

export async function openMailbox(settings: Settings, { secret, signal }: Opening): Promise<Source> {
  const { host, port, user, mailbox } = settings;
  if (!secret) throw new SourceError("Enter the password of the mailbox.");
  const address = await addressOf(host);
  const client = new ImapFlow({
    host: address,
    servername: host,
    port,
    secure: port === IMPLICIT_TLS,
    // A password goes unencrypted through no other network than one's own.
    ...(!isInner(address) && { doSTARTTLS: port !== IMPLICIT_TLS }),
    auth: { user, pass: secret },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECTING,
    greetingTimeout: CONNECTING,
    socketTimeout: SILENCE,
  });
  // What goes wrong is told by what was asked; without a listener it would end the process.
  client.on("error", () => {});
  signal.addEventListener("abort", () => client.close(), { once: true });
  const validity = await attempt(async () => {
    await client.connect();
    return String((await client.mailboxOpen(mailbox, { readOnly: true })).uidValidity);
  });
  return {
    async *list() {
      const batches = attempting(batchesOf(client, validity));
      for await (const batch of batches) yield batch;
    },
    async read({ version }) {
      const [, uid = ""] = version?.split(":") ?? [];
      const message = await attempt(() => client.download(uid, undefined, { uid: true }));
      if (!message?.content) throw new SourceError("The message is no longer in the mailbox.");
      return { stream: message.content, version };
    },
    close: async () => client.close(),
  };
}

async function* batchesOf(client: ImapFlow, validity: string): AsyncIterable<Item[]> {
  if (!client.mailbox || client.mailbox.exists === 0) return;
  let batch: Item[] = [];
  const wanted = { uid: true, flags: true, envelope: true, internalDate: true };
  for await (const { uid, flags, envelope, internalDate } of client.fetch("1:*", wanted)) {
    if (flags?.has("\\Deleted")) continue;
    const date = new Date(envelope?.date ?? internalDate ?? "");
    batch.push({ path: pathOf(uid, envelope?.subject, date), version: `${validity}:${uid}` });
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** `2026/11/An offer (1234).eml`: no two messages of a mailbox share it. */
function pathOf(uid: number, subject: string | undefined, date: Date): string {
  const [year, month] = Number.isNaN(date.getTime()) ? [] : date.toISOString().split("-");
  const title =
    subject
      ?.replace(/[\s/]+/g, " ")
      .trim()
      .slice(0, 150) || "No subject";
  return [...(year && month ? [year, month] : []), `${title} (${uid}).eml`].join("/");
}

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refusalOf(error);
  }
}

async function* attempting(items: AsyncIterable<Item[]>): AsyncIterable<Item[]> {
  try {
    yield* items;
  } catch (error) {
    throw refusalOf(error);
  }
}

/** What went wrong, for a person. What servers answer in words of their own is not passed on: it may name others. */
function refusalOf(error: unknown): Error {
  if (error instanceof SourceError || error instanceof EgressError) return error;
  const { authenticationFailed, mailboxMissing, code } = error as {
    authenticationFailed?: boolean;
    mailboxMissing?: boolean;
    code?: string;
  };
  if (authenticationFailed) return new SourceError("The server refused the user or the password.");
  if (mailboxMissing) return new SourceError("There is no such folder in the mailbox.");
  if (code === "NoConnection" || code === "EConnectionClosed") return explained({ code: "ECONNRESET" });
  if (code === "CONNECT_TIMEOUT" || code === "GREETING_TIMEOUT") return explained({ code: "ETIMEDOUT" });
  return explained(error);
}
