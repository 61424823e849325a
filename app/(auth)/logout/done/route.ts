import { redirectAfterForm } from "@/app/(auth)/form-handler";
import { findViewer } from "@/app/viewer";
import { redirectSignedOut } from "../signed-out";

/** Clears the account's data in the browser when its session has already ended. Ignores cross-site requests. */
export async function GET({ headers }: Request): Promise<Response> {
  const site = headers.get("sec-fetch-site") ?? "none";
  if (!["none", "same-origin"].includes(site)) return redirectAfterForm("/login");
  return (await findViewer()) ? redirectAfterForm("/logout") : redirectSignedOut();
}
