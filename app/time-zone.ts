import { cookies } from "next/headers";
import { DEVICE_COOKIES } from "@/components/browser/names";

/**
 * Returns the browser's time zone from the cookie that `components/browser/device-storage.ts` writes; UTC if
 * it is missing or invalid.
 */
export async function getTimeZone(): Promise<string> {
  try {
    const timeZone = decodeURIComponent((await cookies()).get(DEVICE_COOKIES.timeZone)?.value ?? "UTC");
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}
