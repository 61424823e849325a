import { isEmbedded } from "@/db/transaction";
import * as clock from "@/lib/platform/clock";
import { config } from "@/lib/platform/config";
import { AppError } from "@/lib/platform/errors";
import { createOnce } from "@/lib/platform/once";
import type { Allowance } from "./contract";
import * as queries from "./queries";

/**
 * At most `most` calls in any `seconds`, counted by a sliding window counter: the current fixed window, plus the
 * previous one weighted by its overlap with the last `seconds`, assuming evenly spread calls.
 */
export type Limit = { name: string; most: number; seconds: number };
export type RateLimitState = { limit: number; remaining: number; resetSeconds: number };

// This process's share of a caller's allowance in one window. With several processes, each leases a part at a time
// from the database, so that the sum never exceeds the limit and most calls need no query.
type Bucket = {
  window: number;
  endsAt: number;
  /** End of the following window, until which this one counts. */
  countsUntil: number;
  before?: number;
  leased: number;
  used: number;
  taken: number;
  leasing?: Promise<void>;
};

const MAX_BUCKETS = 200_000;
const buckets = createOnce(() => {
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
  /** @param most limit of the public chat, or null for the installation's */
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
  mailbox: (): Limit => ({ name: "mailbox", most: 4 * config().RATE_LIMIT_MAILS, seconds: 3600 }),
} satisfies Record<Allowance, () => Limit> & Record<string, (most: number | null) => Limit>;

/**
 * Consumes one call.
 * @throws AppError rate_limited (429) when the limit is reached
 */
export async function consumeRateLimit(limit: Limit, caller: string): Promise<RateLimitState> {
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

export function refundRateLimit(limit: Limit, caller: string): void {
  const bucket = buckets().get(`${limit.name}:${caller}`);
  if (bucket && bucket.used > 0) bucket.used--;
}

/**
 * Rate limit keys of a call: its credential or address, and for members also their account and group, across all
 * credentials.
 */
export type RateLimitKeys = { caller: string; account?: string; group?: string };

/**
 * Consumes one call under every key.
 * @returns the state of the key with the fewest remaining calls
 * @throws AppError rate_limited (429)
 */
export async function consumeRateLimits(
  limit: Limit,
  { caller, account, group }: RateLimitKeys,
): Promise<RateLimitState> {
  const { RATE_LIMIT_ACCOUNT_TIMES: ofAccount, RATE_LIMIT_GROUP_TIMES: ofGroup } = config();
  const all = [await consumeRateLimit(limit, caller)];
  if (account) all.push(await consumeRateLimit({ ...limit, most: limit.most * ofAccount }, account));
  if (group) all.push(await consumeRateLimit({ ...limit, most: limit.most * ofGroup }, group));
  return all.reduce((least, next) => (next.remaining < least.remaining ? next : least));
}

function bucketFor(key: string, seconds: number): Bucket {
  const window = Math.floor(clock.now() / 1000 / seconds);
  const held = buckets().get(key);
  if (held?.window === window) return held;
  const endsAt = (window + 1) * seconds * 1000;
  const countsUntil = endsAt + seconds * 1000;
  const bucket: Bucket = { window, endsAt, countsUntil, leased: 0, used: 0, taken: 0 };
  if (isEmbedded()) bucket.before = held?.window === window - 1 ? held.used : 0;
  buckets().delete(key);
  buckets().set(key, bucket);
  if (buckets().size > MAX_BUCKETS) forgetOldest();
  return bucket;
}

// Deletes in bulk, because finding a Map's first key scans all entries deleted before it.
function forgetOldest(): void {
  let left = MAX_BUCKETS / 10;
  for (const key of buckets().keys()) {
    buckets().delete(key);
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
  bucket.before ??= Math.min(limit.most, await queries.countTakenInWindow({ key, window: window - 1 }));
  const most = allowedNow(limit, bucket);
  const share = Math.max(1, Math.floor(limit.most / 20));
  for (const count of share > 1 ? [share, 1] : [1]) {
    const countsUntil = new Date(bucket.countsUntil);
    const taken = await queries.incrementWindow({ key, window, count, most, countsUntil });
    if (taken === undefined) continue;
    bucket.leased += count;
    bucket.taken = taken;
    return;
  }
  bucket.taken = Math.max(bucket.taken, most);
}

const secondsLeft = (bucket: Bucket) => (bucket.endsAt - clock.now()) / 1000;

// Returns the calls permitted in this window so far: the limit minus the weighted count of the previous window.
const allowedNow = ({ most, seconds }: Limit, bucket: Bucket): number =>
  Math.ceil(most - (bucket.before ?? 0) * Math.min(1, secondsLeft(bucket) / seconds));

function tooMany(limit: Limit, bucket: Bucket): AppError {
  const { most, seconds } = limit;
  const { before = 0, taken } = bucket;
  // Calls become available as the previous window's weight shrinks, at the latest with the next window.
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

export const buildRateLimitHeaders = (standing: RateLimitState | undefined) =>
  standing && {
    "ratelimit-limit": String(standing.limit),
    "ratelimit-remaining": String(standing.remaining),
    "ratelimit-reset": String(standing.resetSeconds),
  };
