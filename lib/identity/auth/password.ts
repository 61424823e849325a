import { hash, verify } from "@node-rs/argon2";
import { invalid } from "@/lib/platform/errors";

// argon2id with the first parameters of OWASP's Password Storage Cheat Sheet: 19 MiB, 2 iterations, 1 lane.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const common = new Set(
  `1234567890 0123456789 0987654321 1111111111 password12 password123 password1234 passw0rd123 qwertyuiop
   qwerty12345 qwerty123456 1q2w3e4r5t 1qaz2wsx3edc q1w2e3r4t5 qwertyuiop123 iloveyou123 welcome123 welcome1234
   letmein1234 admin12345 administrator changeme123 changeme1234 superman123 princess123 football123 baseball123
   sunshine123 abcdefghij abcdefghijk abc1234567 abcd123456 aaaaaaaaaa zzzzzzzzzz 12345678910 123456789a
   a123456789 asdfghjkl123 asdfghjkl1 zxcvbnm123 trustno1trustno1 dragon12345 monkey12345 shadow12345
   passwordpassword parleyparley correcthorse p@ssw0rd123 pa55word123 secret12345`.split(/\s+/),
);

/** @throws InvalidInput naming the field for a common password */
export function refuseCommonPassword(password: string, field: string): void {
  if (common.has(password.toLowerCase())) throw invalid(["body", field], "This password is too common.");
}

// Maximum number of parallel hashes. Without a limit, hashing would occupy all processor cores.
const MAX_PARALLEL_HASHES = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function withHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_PARALLEL_HASHES) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** Hashes the normalized password, because keyboards differ in how they compose characters. */
export const hashPassword = (password: string): Promise<string> =>
  withHashSlot(() => hash(password.normalize("NFC"), parameters));

// Hash compared against when the account doesn't exist, so that the response takes as long as for a wrong password.
let nobody: Promise<string> | undefined;

/** Verifies a password. Takes the same time if the account doesn't exist. */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword("nobody has this password");
  const against = stored ?? (await nobody);
  for (const form of listNormalForms(password))
    if (await withHashSlot(() => verify(against, form))) return stored != null;
  return false;
}

// A stored hash may be of a password without Unicode normalization.
const listNormalForms = (password: string): Set<string> =>
  new Set([password.normalize("NFC"), password, password.normalize("NFD")]);
