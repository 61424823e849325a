import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { services } from "@/app/services";
import type { Caller } from "@/lib/api/actor";

export const findViewer = cache(async (): Promise<Caller | undefined> => {
  const jar = await cookies();
  return services().findViewerByCookie(jar.get(services().getBrowserCookieConfig().name)?.value);
});

export async function requireViewer(): Promise<Caller> {
  const viewer = await findViewer();
  if (viewer) return viewer;
  const path = (await headers()).get("x-parley-path") ?? "/";
  redirect(path === "/" ? "/login" : `/login?next=${encodeURIComponent(path)}`);
}
