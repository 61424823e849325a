import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Route } from "@/lib/api/routes";

/** An operation of the specification, listed in `specified-operations.tsv`. */
export type Specified = {
  method: string;
  path: string;
  auth: "yes" | "no" | "bearer-login";
  deprecated: boolean;
  query: { name: string; required: boolean; repeated: boolean }[];
  body: string | undefined;
  bodyRequired: boolean;
  status: number;
};

export function listSpecifiedOperations(): Specified[] {
  const text = readFileSync(
    join(process.cwd(), "lib/channels/openapi-document/specified-operations.tsv"),
    "utf8",
  );
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const [method = "", path = "", auth = "", query = "", body = "", status = ""] = line.split("\t");
    return {
      method,
      path,
      auth: auth.replace(/ .*/, "") as Specified["auth"],
      deprecated: auth.includes("deprecated"),
      query: query.split(",").filter(Boolean).map(parameter),
      body: body === "none" ? undefined : body.replace("*", ""),
      bodyRequired: body.endsWith("*"),
      status: Number(status),
    };
  });
}

const parameter = (text: string) => ({
  name: text.replace(/[[\]*]/g, ""),
  required: text.endsWith("*"),
  repeated: text.includes("[]"),
});

// Normalizes trailing slashes and parameter names, which don't distinguish paths.
const plain = (path: string) => path.replace(/\/$/, "").replace(/\{\w+\}/g, "{}");

export const findRoute = (routes: Route[], { method, path }: Specified): Route | undefined =>
  routes.find(({ operation }) => operation.method === method && plain(operation.path) === plain(path));
