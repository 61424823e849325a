import type { Route } from "@/lib/api/routes";
import { buildDocument } from "./document";
import { findRoute, listSpecifiedOperations, type Specified } from "./specified";

export function generateFiles(routes: Route[]): Record<string, string> {
  const document = buildDocument(routes, "");
  return {
    "docs/openapi.json": `${JSON.stringify(document, null, 2)}\n`,
    "docs/api.md": overview(routes, listSpecifiedOperations()),
  };
}

function overview(routes: Route[], specified: Specified[]): string {
  const missing = specified.filter((operation) => !findRoute(routes, operation));
  const tags = [...new Set(routes.map(({ tag }) => tag))];
  const sections = tags.map((tag) =>
    section(
      tag,
      routes.filter((route) => route.tag === tag),
    ),
  );
  return [
    "# API",
    "Written by `node scripts/docs.mjs` from the operations themselves; change those, not this page. " +
      "The same as a document: [openapi.json](openapi.json). To read, search and try: `/docs` of an installation, and `/docs/<group>` for each group.",
    ...sections,
    ...planned(missing, withoutParameters(routes, specified)),
  ]
    .join("\n\n")
    .concat("\n");
}

const section = (tag: string, routes: Route[]) =>
  [`## ${tag}`, "", "| operation | what it does |", "|---|---|", ...routes.map(row)].join("\n");

const row = ({ operation: { method, path, summary, deprecated } }: Route) =>
  `| \`${method} ${path}\` | ${summary}${deprecated ? " (deprecated)" : ""} |`;

const withoutParameters = (routes: Route[], specified: Specified[]) =>
  specified.flatMap((operation) => {
    const has = findRoute(routes, operation)?.operation;
    const names = operation.query
      .map(({ name }) => name)
      .filter((name) => !(name in (has?.query?.shape ?? {})));
    return has && names.length > 0 ? [{ ...operation, names }] : [];
  });

function planned(missing: Specified[], incomplete: (Specified & { names: string[] })[]): string[] {
  if (missing.length + incomplete.length === 0) return [];
  const lines = [
    ...missing.map(
      ({ method, path, deprecated }) => `- \`${method} ${path}\`${deprecated ? " (deprecated)" : ""}`,
    ),
    ...incomplete.map(
      ({ method, path, names }) =>
        `- \`${method} ${path}\`: ${names.map((name) => `\`${name}\``).join(", ")}`,
    ),
  ];
  return [["## Planned", "", "Specified, and not there yet:", "", ...lines].join("\n")];
}
