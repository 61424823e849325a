import { seeOther } from "@/app/(auth)/form-handler";
import { currentViewer } from "@/app/viewer";
import { signedOut } from "../signed-out";

/** Clears stored data after a session that had already ended. Cross-site requests are refused. */
export async function GET({ headers }: Request): Promise<Response> {
  const site = headers.get("sec-fetch-site") ?? "none";
  if (!["none", "same-origin"].includes(site)) return seeOther("/login");
  return (await currentViewer()) ? seeOther("/logout") : signedOut();
}
