import { isEmbedded } from "@/db/transaction";
import * as clock from "@/lib/platform/clock";
import { config } from "@/lib/platform/config";
import { AppError } from "@/lib/platform/errors";
import { single } from "@/lib/platform/singleton";
import type { Allowance } from "./contract";
import * as queries from "./queries";

/**
 * How often a caller may do something: `most` times in any `seconds`, whenever these begin. Counted by a sliding window
 * of two counters: what was done in this window of the clock, and as much of the one before as still lies within
 * `seconds` when its calls are taken to be spread evenly.
 */
export type Limit = { name: string; most: number; seconds: number };
export type RateLimitState = { limit: number; remaining: number; resetSeconds: number };

/**
 * What this process holds of a caller's allowance in one window. With several
 * processes on one database each takes a part at a time (`leased`), so the sum
 * never exceeds the limit and most calls cost no query.
 */
type Bucket = {
  window: number;
  endsAt: number;
  /** When the window after it is over: until then it counts. */
  countsUntil: number;
  /** How many there were in the window before; undefined until it is known. */
  before?: number;
  leased: number;
  used: number;
  /** What all processes had leased together when this one last did. */
  taken: number;
  leasing?: Promise<void>;
};

const MOST_BUCKETS = 200_000;
const buckets = single("limits", () => {
  const map = new Map<string, Bucket>();
  setInterval(() => {
    const now = clock.now();
    for (const [key, bucket] of map) if (bucket.countsUntil <= now) map.delete(key);
  }, 60_000).unref();
  return map;
});

export const limits = {
  requests: (): Limit => ({ name: "requests", most: config().RATE_LIMIT_REQUESTS, seconds: 60 }),
  messages: (): Limit => ({ name: "messages", most: config().RATE_LIMIT_MESSAGES, seconds: 60 }),
  heavy: (): Limit => ({ name: "heavy", most: config().RATE_LIMIT_HEAVY, seconds: 60 }),
  speech: (): Limit => ({ name: "speech", most: config().RATE_LIMIT_SPEECH, seconds: 60 }),
  stops: (): Limit => ({ name: "stops", most: config().RATE_LIMIT_STOPS, seconds: 60 }),
  signInAccount: (): Limit => ({ name: "sign-in", most: config().RATE_LIMIT_SIGN_IN_ACCOUNT, seconds: 900 }),
  signInAddress: (): Limit => ({
    name: "sign-in-from",
    most: config().RATE_LIMIT_SIGN_IN_ADDRESS,
    seconds: 900,
  }),
  /** Of all sources that an account does not know, together. */
  signInStrangers: (): Limit => ({
    name: "sign-in-strangers",
    most: 10 * config().RATE_LIMIT_SIGN_IN_ACCOUNT,
    seconds: 900,
  }),
  publicSessions: (): Limit => ({
    name: "public-sessions",
    most: config().RATE_LIMIT_PUBLIC_SESSIONS,
    seconds: 60,
  }),
  sharedPages: (): Limit => ({ name: "shared-pages", most: config().RATE_LIMIT_SHARED_PAGES, seconds: 60 }),
  visitorMessages: (): Limit => ({
    name: "visitor-messages",
    most: config().RATE_LIMIT_VISITOR_MESSAGES,
    seconds: 60,
  }),
  /** @param most What the public chat allows; null: what the installation does */
  visitorMessagesOfDay: (most: number | null): Limit => ({
    name: "visitor-messages-of-day",
    most: most ?? config().RATE_LIMIT_VISITOR_MESSAGES_DAY,
    seconds: 86_400,
  }),
  visitorMessagesFrom: (): Limit => ({
    name: "visitor-messages-from",
    most: config().RATE_LIMIT_VISITOR_MESSAGES_ADDRESS,
    seconds: 60,
  }),
  repeats: (): Limit => ({ name: "repeats", most: config().RATE_LIMIT_REQUESTS, seconds: 60 }),
  registrations: (): Limit => ({
    name: "registrations",
    most: config().RATE_LIMIT_PROGRAMS,
    seconds: 3600,
  }),
  mails: (): Limit => ({ name: "mails", most: config().RATE_LIMIT_MAILS, seconds: 3600 }),
  invitations: (): Limit => ({
    name: "invitations",
    most: config().RATE_LIMIT_INVITATIONS,
    seconds: 3600,
  }),
  invitationsOfDay: (): Limit => ({
    name: "invitations-of-day",
    most: config().RATE_LIMIT_INVITATIONS_DAY,
    seconds: 86_400,
  }),
  /** Of one kind to one address, whoever asks for them. */
  mailbox: (): Limit => ({ name: "mailbox", most: 4 * config().RATE_LIMIT_MAILS, seconds: 3600 }),
} satisfies Record<Allowance, () => Limit> & Record<string, (most: number | null) => Limit>;

/**
 * Takes one from an allowance.
 * @throws AppError rate_limited (429) when there is none left now.
 */
export async function take(limit: Limit, caller: string): Promise<RateLimitState> {
  const bucket = bucketFor(`${limit.name}:${caller}`, limit.seconds);
  while (bucket.used >= bucket.leased) {
    bucket.leasing ??= lease(limit, caller, bucket).finally(() => {
      bucket.leasing = undefined;
    });
    const before = bucket.leased;
    await bucket.leasing;
    if (bucket.leased === before && bucket.used >= bucket.leased) throw tooMany(limit, bucket);
  }
  bucket.used++;
  const unleased = Math.max(0, allowedNow(limit, bucket) - bucket.taken);
  return {
    limit: limit.most,
    remaining: unleased + bucket.leased - bucket.used,
    resetSeconds: Math.max(1, Math.ceil(secondsLeft(bucket))),
  };
}

/** Gives back one that was taken, when what it was taken for turned out not to count. */
export function giveBack(limit: Limit, caller: string): void {
  const bucket = buckets.get(`${limit.name}:${caller}`);
  if (bucket && bucket.used > 0) bucket.used--;
}

/** Who a call counts for: what it was made with, and for members their account and group too, whatever they call with. */
export type Payers = { caller: string; account?: string; group?: string };

/**
 * Takes one from the allowance of everyone a call counts for.
 * @returns How the one stands who has least left
 * @throws AppError rate_limited (429)
 */
export async function takeForAll(limit: Limit, { caller, account, group }: Payers): Promise<RateLimitState> {
  const { RATE_LIMIT_ACCOUNT_TIMES: ofAccount, RATE_LIMIT_GROUP_TIMES: ofGroup } = config();
  const all = [await take(limit, caller)];
  if (account) all.push(await take({ ...limit, most: limit.most * ofAccount }, account));
  if (group) all.push(await take({ ...limit, most: limit.most * ofGroup }, group));
  return all.reduce((least, next) => (next.remaining < least.remaining ? next : least));
}

function bucketFor(key: string, seconds: number): Bucket {
  const window = Math.floor(clock.now() / 1000 / seconds);
  const held = buckets.get(key);
  if (held?.window === window) return held;
  const endsAt = (window + 1) * seconds * 1000;
  const countsUntil = endsAt + seconds * 1000;
  const bucket: Bucket = { window, endsAt, countsUntil, leased: 0, used: 0, taken: 0 };
  if (isEmbedded()) bucket.before = held?.window === window - 1 ? held.used : 0;
  buckets.delete(key);
  buckets.set(key, bucket);
  if (buckets.size > MOST_BUCKETS) forgetOldest();
  return bucket;
}

/** Many at once: the way to the first key of a Map leads past all keys that were deleted before it. */
function forgetOldest(): void {
  let left = MOST_BUCKETS / 10;
  for (const key of buckets.keys()) {
    buckets.delete(key);
    if (--left === 0) return;
  }
}

async function lease(limit: Limit, caller: string, bucket: Bucket): Promise<void> {
  if (isEmbedded()) {
    bucket.leased = Math.max(bucket.leased, allowedNow(limit, bucket));
    bucket.taken = bucket.leased;
    return;
  }
  const key = `${limit.name}:${caller}`;
  const { window } = bucket;
  bucket.before ??= Math.min(limit.most, await queries.takenInWindow({ key, window: window - 1 }));
  const most = allowedNow(limit, bucket);
  const share = Math.max(1, Math.floor(limit.most / 20));
  for (const count of share > 1 ? [share, 1] : [1]) {
    const countsUntil = new Date(bucket.countsUntil);
    const taken = await queries.takeFromWindow({ key, window, count, most, countsUntil });
    if (taken === undefined) continue;
    bucket.leased += count;
    bucket.taken = taken;
    return;
  }
  bucket.taken = Math.max(bucket.taken, most);
}

const secondsLeft = (bucket: Bucket) => (bucket.endsAt - clock.now()) / 1000;

/** How many there may be in this window, up to now: what of the window before still counts is not free yet. */
const allowedNow = ({ most, seconds }: Limit, bucket: Bucket): number =>
  Math.ceil(most - (bucket.before ?? 0) * Math.min(1, secondsLeft(bucket) / seconds));

function tooMany(limit: Limit, bucket: Bucket): AppError {
  const { most, seconds } = limit;
  const { before = 0, taken } = bucket;
  // More is free as soon as enough of the window before has gone, at the latest with the next window.
  const waits =
    taken < most ? secondsLeft(bucket) - ((most - taken) * seconds) / before : secondsLeft(bucket);
  const retryAfter = Math.max(1, Math.ceil(waits));
  return new AppError("rate_limited", `Too many requests. Try again in ${retryAfter} s.`, {
    retryAfter,
    headers: {
      "ratelimit-limit": String(most),
      "ratelimit-remaining": "0",
      "ratelimit-reset": String(retryAfter),
    },
  });
}

/** How a caller stands, as headers of the answer. */
export const rateLimitHeaders = (standing: RateLimitState | undefined) =>
  standing && {
    "ratelimit-limit": String(standing.limit),
    "ratelimit-remaining": String(standing.remaining),
    "ratelimit-reset": String(standing.resetSeconds),
  };
