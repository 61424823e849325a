import { cookies } from "next/headers";
import { DEVICE_COOKIES } from "@/components/browser-storage/names";

/** The time zone of a page's browser (`components/browser-storage/device-storage.ts` writes the cookie); UTC when it is unknown or made up. */
export async function timeZoneOfPage(): Promise<string> {
  try {
    const timeZone = decodeURIComponent((await cookies()).get(DEVICE_COOKIES.timeZone)?.value ?? "UTC");
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}
