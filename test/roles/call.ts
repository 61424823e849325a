import { randomUUID } from "node:crypto";
import type { Operation } from "@/lib/api/contract";
import type { Client } from "../client";
import { fitting } from "../fitting";
import type { Input } from "./table";
import type { Things } from "./things";

const values = [1, true, "zz", "name", "chat", [], {}, null, randomUUID()];

/**
 * Calls an operation with the input of its row, completed by valid values.
 * @returns the status
 */
export async function callOperation(
  api: Client,
  operation: Operation,
  { things, input: { params, query, body } }: { things: Things; input: Input },
): Promise<number> {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, key: string) =>
    String(params?.[key] ?? things[key as keyof Things]),
  );
  const search = new URLSearchParams(
    Object.entries({
      ...fitting(operation.query, ["true", "name", "chat", "zz", ["name"]]),
      ...query,
    }).map(([key, value]) => [key, String(value)]),
  );
  const to = `${path}?${search}`;
  const given = body ?? fitting(operation.body?.schema, values);
  if (operation.body?.kind === "multipart") return (await api.multipart(to, given as never)).status;
  const headers = { "content-type": "application/json" };
  const init = operation.body ? { body: JSON.stringify(given), headers } : {};
  return (await api.send(operation.method, to, init)).status;
}
