import { redirect } from "next/navigation";
import { findViewer } from "@/app/viewer";
import { toOwnPath } from "@/lib/identity/auth/service";
import { config } from "@/lib/platform/config";

export { withNext } from "@/lib/identity/auth/service";

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function getDestination(search: SearchParams): Promise<string> {
  const { next } = await search;
  const path = toOwnPath(next, config().appUrl);
  if (await findViewer()) redirect(path);
  return path;
}

export type LinkProps = { params: Promise<{ token: string }>; searchParams: SearchParams };

/**
 * Returns a mailed link's token and the address to continue at. It doesn't redirect signed-in users, because the link
 * may belong to another account.
 */
export async function readMailedLink({
  params,
  searchParams,
}: LinkProps): Promise<{ token: string; next: string }> {
  const [{ token }, { next }] = await Promise.all([params, searchParams]);
  return { token, next: toOwnPath(next, config().appUrl) };
}
