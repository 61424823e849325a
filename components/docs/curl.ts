import type { OperationOutline } from "./outline";

/** What a person can paste into a shell to call the operation. */
export function curlOf(operation: OperationOutline, server: string): string {
  const { method, path, parameters, body, credentials } = operation;
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map(({ name, type }) => `${name}=${type.startsWith("boolean") ? "true" : "…"}`);
  const address = `${server}${path}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  const parts = [`curl ${method === "GET" ? "" : `-X ${method} `}${quoted(address)}`];
  if (credentials === "token") parts.push(`-H "Authorization: Token $PARLEY_TOKEN"`);
  if (credentials === "login token") parts.push(`-H "Authorization: Bearer $LOGIN_TOKEN"`);
  if (body) parts.push(...bodyParts(body));
  return parts.join(" \\\n  ");
}

function bodyParts({ mediaType, shape, example }: NonNullable<OperationOutline["body"]>): string[] {
  if (mediaType === "application/json") {
    return [`--json ${quoted(JSON.stringify(example))}`];
  }
  const flag = mediaType === "multipart/form-data" ? "-F" : "--data-urlencode";
  const shown = (shape.fields ?? []).filter(({ required, type }) => required || type.startsWith("file"));
  return shown.map(
    ({ name, type }) => `${flag} ${quoted(`${name}=${type.startsWith("file") ? "@file.pdf" : "…"}`)}`,
  );
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
