import { AppError } from "@/lib/platform/errors";
import { createOnce } from "@/lib/platform/once";

// Maximum number of mails of a service that are processed concurrently, which bounds memory. The service retries
// rejected mails later.
const AT_ONCE = 6;
// Limit per address, for services whose requests are authenticated only by their body.
const MAX_MAILS_PER_ADDRESS = 3;

const taken = createOnce(() => new Map<string, number>());

/**
 * Runs `work` within the concurrency limit of a service.
 * @param stranger address of an unauthenticated sender
 * @throws AppError unavailable when the limit is reached
 */
export async function runWithinLimit<T>(
  service: string,
  stranger: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const counts = [
    { key: service, most: AT_ONCE },
    ...(stranger === undefined ? [] : [{ key: `${service} ${stranger}`, most: MAX_MAILS_PER_ADDRESS }]),
  ];
  const held = (key: string) => taken().get(key) ?? 0;
  if (counts.some(({ key, most }) => held(key) >= most))
    throw new AppError("unavailable", "Too many mails at once. Try again soon.");
  for (const { key } of counts) taken().set(key, held(key) + 1);
  try {
    return await work();
  } finally {
    for (const { key } of counts)
      if (held(key) > 1) taken().set(key, held(key) - 1);
      else taken().delete(key);
  }
}
