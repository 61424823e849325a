import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { sessionCookie, viewerOfPage } from "./credentials";
import type { Viewer } from "./viewer";

/** The signed-in person of the page that is being rendered, or undefined. */
export const currentViewer = cache(async (): Promise<Viewer | undefined> => {
  const jar = await cookies();
  return viewerOfPage(jar.get(sessionCookie().name)?.value);
});

/** The same, sending everybody else to the sign-in page, from where they come back. */
export async function requireViewer(): Promise<Viewer> {
  const viewer = await currentViewer();
  if (viewer) return viewer;
  const path = (await headers()).get("x-parley-path") ?? "/";
  redirect(path === "/" ? "/login" : `/login?next=${encodeURIComponent(path)}`);
}
