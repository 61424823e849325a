import { AppError } from "@/lib/platform/errors";
import { single } from "@/lib/platform/singleton";

/**
 * So many mails of a service are read at once, so that they cannot fill the
 * memory; it tries again. Each service counts for itself.
 */
const AT_ONCE = 6;
/** Of one address, where strangers get this far because the body tells whose it is. */
const OF_ONE_ADDRESS = 3;

const taken = () => single("places-of-mails", () => new Map<string, number>());

/**
 * Does something in a place of a service.
 * @param stranger the address of somebody of whom nothing is known yet
 * @throws AppError unavailable when no place is free
 */
export async function inPlace<T>(
  service: string,
  stranger: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const counts = [
    { key: service, most: AT_ONCE },
    ...(stranger === undefined ? [] : [{ key: `${service} ${stranger}`, most: OF_ONE_ADDRESS }]),
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
