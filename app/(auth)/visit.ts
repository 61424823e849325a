import { redirect } from "next/navigation";
import { services } from "@/app/services";
import { findViewer } from "@/app/viewer";
import { config } from "@/lib/platform/config";

export const withNext = (page: string, next: string): string => services().withNext(page, next);

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function getDestination(search: SearchParams): Promise<string> {
  const { next } = await search;
  const path = services().toOwnPath(next, config().appUrl);
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
  return { token, next: services().toOwnPath(next, config().appUrl) };
}
