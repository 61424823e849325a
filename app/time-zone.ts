import { cookies } from "next/headers";

/** The time zone of a page's browser (`components/theme/theme.ts` writes the cookie); UTC when it is unknown or made up. */
export async function timeZoneOfPage(): Promise<string> {
  try {
    const timeZone = decodeURIComponent((await cookies()).get("tz")?.value ?? "UTC");
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}
