import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { isEmbedded } from "@/db/transaction";
import { conflict, invalid } from "@/lib/errors";
import { single } from "@/lib/singleton";
import type { UploadedFile } from "./contract";
import * as queries from "./queries";
import type { ReadInput } from "./read";

/**
 * `Idempotency-Key`: the same key and caller within 24 hours gets the first
 * answer, and nothing is done twice. After the IETF draft
 * draft-ietf-httpapi-idempotency-key-header, with the contract's decisions.
 */
export type Key = { caller: string; key: string };
export type Settled = { status: number; answer: unknown };

/** Keys whose first request is running in this process. */
const running = single("idempotency", () => new Set<string>());
const slot = ({ caller, key }: Key) => `${caller} ${key}`;

/** Checks the header. @throws InvalidInput for an empty or overlong key. */
export function readKey(header: string | undefined, caller: string): Key | undefined {
  if (header === undefined) return undefined;
  if (header.length < 1 || header.length > 255) {
    throw invalid(["header", "Idempotency-Key"], "Must have 1 to 255 characters.");
  }
  return { caller, key: header };
}

/** True when the key has been accepted before: its request is then admitted whatever the limits say. */
export const isKnown = async (key: Key): Promise<boolean> => (await queries.findKey(key)) !== undefined;

/**
 * What makes two requests the same: the operation, its input, and the contents
 * of its files. Files that were put into the bucket before can be taken once,
 * so that a repeated request has their names only: these stand beside it.
 * @param uploads The field `upload_ids`, what else came with the request, and why those could not be taken
 */
export function fingerprint(
  operation: string,
  { params, query, body, files }: ReadInput,
  uploads?: { ids: string; beside: UploadedFile[]; fault?: unknown },
): string {
  const fields = typeof body === "object" && body !== null ? { ...body, files: undefined } : body;
  const print = (contents: UploadedFile[], ids?: string) =>
    createHash("sha256")
      .update(JSON.stringify([operation, params, query, fields, contents.map(contentOf), ids]))
      .digest("hex");
  if (!uploads) return print(files);
  const named = print(uploads.beside, uploads.ids);
  return uploads.fault ? named : `${print(files)} ${named}`;
}
const contentOf = ({ fileName, sha256 }: UploadedFile) => [fileName, sha256];

const areSame = (first: string, second: string): boolean => {
  const known = new Set(first.split(" "));
  return second.split(" ").some((print) => known.has(print));
};

/**
 * Runs `first` unless the key's request has run already, then answers what that one did.
 * `recover` answers for a request whose process died after it had stored its message.
 * @throws InvalidInput when the key came with another request, AppError conflict while it still runs after 10 s.
 */
export async function once(
  key: Key,
  print: string,
  first: () => Promise<Settled>,
  recover: (messageId: number) => Promise<Settled>,
): Promise<Settled> {
  const until = Date.now() + 10_000;
  for (;;) {
    if (await queries.claimKey({ ...key, fingerprint: print })) return run(key, first);
    const row = await queries.findKey(key);
    if (!row) continue;
    if (!areSame(row.fingerprint, print)) {
      throw invalid(["header", "Idempotency-Key"], "This key was used for another request.");
    }
    if (row.status) return { status: row.status, answer: row.answer };
    if (!running.has(slot(key)) && (row.status === 0 || isAbandoned(row.age))) {
      if (row.messageId !== null) return run(key, () => recover(row.messageId!));
      await queries.releaseKey(key);
      continue;
    }
    if (Date.now() > until) throw conflict("The first request with this key is still running.");
    await wait(50);
  }
}

async function run(key: Key, work: () => Promise<Settled>): Promise<Settled> {
  running.add(slot(key));
  try {
    const settled = await work();
    await queries.settleKey({ ...key, ...settled });
    return settled;
  } catch (error) {
    await release(key);
    throw error;
  } finally {
    running.delete(slot(key));
  }
}

const PAUSE = 500;
const ABANDONED_AFTER = 10 * 60_000;

/** Frees a key; when the database is away, as soon as it is back: nobody else knows that the request is over. */
async function release(key: Key): Promise<void> {
  const since = performance.now();
  try {
    await queries.releaseKey(key);
  } catch {
    void releaseLater(key, since);
  }
}

async function releaseLater(key: Key, since: number): Promise<void> {
  for (;;) {
    await wait(PAUSE, undefined, { ref: false });
    const past = performance.now() - since;
    if (past > ABANDONED_AFTER) return;
    try {
      // The first try may have been heard, and the key been claimed anew since.
      return await queries.releaseKey(key, { claimedFor: past });
    } catch {}
  }
}

/** With one process, whatever it does not run; with several, what was claimed before this one began or long ago. In ms. */
const isAbandoned = (age: number) => isEmbedded() || age > process.uptime() * 1000 || age > ABANDONED_AFTER;
