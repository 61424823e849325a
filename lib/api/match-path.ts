import { AppError } from "@/lib/platform/errors";
import type { Route } from "./routes";

export type Match = { route: Route; params: Record<string, string> };
// A matching route. Each bit of `literals` marks a segment that matched literally.
type Fit = { node: Node; values: string[]; literals: number };
type Node = {
  literals: Map<string, Node>;
  parameter?: Node;
  routes: Map<string, { route: Route; names: string[] }>;
};

const node = (): Node => ({ literals: new Map(), routes: new Map() });

/**
 * Returns a matcher: literal segments win over parameters for all methods, a trailing slash is ignored, unknown paths
 * are 404 and wrong methods 405 with `Allow`.
 */
export function createMatcher(routes: Route[]): (method: string, path: string) => Match {
  const root = node();
  for (const route of routes) {
    let at = root;
    const names: string[] = [];
    for (const segment of splitPath(route.operation.path)) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name) {
        names.push(name);
        at.parameter ??= node();
        at = at.parameter;
      } else {
        const next = at.literals.get(segment) ?? node();
        at.literals.set(segment, next);
        at = next;
      }
    }
    at.routes.set(route.operation.method, { route, names });
  }
  return (method, path) => {
    const all: Fit[] = [];
    collect(root, decoded(path), 0, { values: [], literals: 0 }, all);
    // Drops matches whose literal segments are a subset of the first match's; the rest remain candidates.
    const found = all.filter(
      ({ literals }) => literals === all[0]!.literals || (literals & ~all[0]!.literals) !== 0,
    );
    for (const { node, values } of found) {
      const hit = node.routes.get(method === "HEAD" ? "GET" : method);
      if (hit)
        return {
          route: hit.route,
          params: Object.fromEntries(hit.names.map((name, i) => [name, values[i]!])),
        };
    }
    const allowed = [...new Set(found.flatMap(({ node }) => [...node.routes.keys()]))];
    if (allowed.length === 0) throw new AppError("not_found", "Nothing exists at this address.");
    throw new AppError("method_not_allowed", `This address answers ${allowed.join(", ")}.`, {
      headers: { allow: allowed.join(", ") },
    });
  };
}

function collect(
  at: Node,
  segments: string[],
  depth: number,
  { values, literals }: Omit<Fit, "node">,
  found: Fit[],
) {
  const segment = segments[depth];
  if (segment === undefined) {
    if (at.routes.size > 0) found.push({ node: at, values, literals });
    return;
  }
  const literal = at.literals.get(segment);
  if (literal) collect(literal, segments, depth + 1, { values, literals: literals | (1 << depth) }, found);
  if (at.parameter)
    collect(at.parameter, segments, depth + 1, { values: [...values, segment], literals }, found);
}

const splitPath = (path: string) => path.replace(/^\/|\/$/g, "").split("/");

function decoded(path: string): string[] {
  try {
    return splitPath(path).map(decodeURIComponent);
  } catch {
    throw new AppError("not_found", "Nothing exists at this address.");
  }
}
