import { seeOther } from "@/app/(auth)/form-handler";
import { currentViewer } from "@/app/viewer";
import { signedOut } from "../signed-out";

/** For a session that had ended before: what the browser still keeps for it goes, too. No other site can ask for that. */
export async function GET({ headers }: Request): Promise<Response> {
  const site = headers.get("sec-fetch-site") ?? "none";
  if (!["none", "same-origin"].includes(site)) return seeOther("/login");
  return (await currentViewer()) ? seeOther("/logout") : signedOut();
}
