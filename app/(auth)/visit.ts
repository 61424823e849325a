import { redirect } from "next/navigation";
import { currentViewer } from "@/app/viewer";
import { ownPath } from "@/lib/identity/auth/service";
import { config } from "@/lib/platform/config";

export { withNext } from "@/lib/identity/auth/service";

export type Search = Promise<Record<string, string | string[] | undefined>>;

/** Where this visit leads after signing in. Who is signed in already is sent there at once. */
export async function destination(search: Search): Promise<string> {
  const { next } = await search;
  const path = ownPath(next, config().appUrl);
  if (await currentViewer()) redirect(path);
  return path;
}

export type LinkProps = { params: Promise<{ token: string }>; searchParams: Search };

/** The token of a mailed link and where it leads, for anybody: it may be another account's than the signed-in one's. */
export async function visitOf({ params, searchParams }: LinkProps): Promise<{ token: string; next: string }> {
  const [{ token }, { next }] = await Promise.all([params, searchParams]);
  return { token, next: ownPath(next, config().appUrl) };
}
