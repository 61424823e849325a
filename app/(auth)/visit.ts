import { redirect } from "next/navigation";
import { currentViewer } from "@/lib/auth/page";
import { config } from "@/lib/config";
import { ownPath } from "./own-path";

export type Search = Promise<Record<string, string | string[] | undefined>>;

/** Where this visit leads after signing in. Who is signed in already is sent there at once. */
export async function destination(search: Search): Promise<string> {
  const { next } = await search;
  const path = ownPath(next, config().appUrl);
  if (await currentViewer()) redirect(path);
  return path;
}

export const withNext = (page: string, next: string) =>
  next === "/" ? page : `${page}?next=${encodeURIComponent(next)}`;
