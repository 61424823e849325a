import type { z } from "zod";
import type { Route } from "./routes";

type Links = Record<string, { operationId: string; parameters: Record<string, string> }>;

export function buildLinks({ operation }: Route, routes: Route[]): Links | undefined {
  const fields = Object.keys((operation.returns as z.ZodObject | undefined)?.shape ?? {});
  if (operation.method !== "POST") return undefined;
  const links = routes.flatMap(({ name, operation: { path, access } }) => {
    const [, parameter = "", ...more] = path.split(/\{(\w+)\}/);
    if (access !== operation.access) return [];
    const isOwn = path === `${operation.path}/{${parameter}}`;
    const field = isOwn ? "id" : parameter;
    const isKnown = fields.includes(field) && (isOwn || field === "streaming_task_id") && more.length === 1;
    return isKnown
      ? [[name, { operationId: name, parameters: { [parameter]: `$response.body#/${field}` } }]]
      : [];
  });
  return links.length > 0 ? (Object.fromEntries(links) as Links) : undefined;
}
