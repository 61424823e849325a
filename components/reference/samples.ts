import type { OperationOutline } from "./outline";
import type { Recorded } from "./recorded";

export const languages = [
  { id: "curl", name: "curl" },
  { id: "javascript", name: "JavaScript" },
  { id: "python", name: "Python" },
] as const;
export type Language = (typeof languages)[number]["id"];

type Request = {
  method: string;
  address: string;
  credential?: { scheme: string; variable: string };
  headers: Record<string, string>;
  json?: unknown;
  form?: Record<string, unknown>;
  isMultipart: boolean;
  answer: "json" | "text" | "stream" | "file" | "none";
};

export function buildSamples(
  operation: OperationOutline,
  server: string,
  recorded?: Recorded,
): Record<Language, string> {
  const request = buildRequest(operation, server, recorded);
  return { curl: toCurl(request), javascript: toJavaScript(request), python: toPython(request) };
}

function buildRequest(
  { method, path, parameters, body, credentials, answer }: OperationOutline,
  server: string,
  recorded?: Recorded,
): Request {
  const filled = path.replace(/\{(\w+)\}/g, (place, name) =>
    recorded?.path?.[name] === undefined ? place : encodeURIComponent(recorded.path[name]),
  );
  const asked = recorded ? recordedQuery(recorded) : neededQuery(parameters);
  const isJson = body?.mediaType === "application/json";
  const content = recorded ? recorded.body : body?.required ? body.example : undefined;
  const headers = recorded?.headers ?? {};
  return {
    method,
    address: `${server}${filled}${asked ? `?${asked}` : ""}`,
    ...(credentials === "token" && { credential: { scheme: "Token", variable: "PARLEY_TOKEN" } }),
    ...(credentials === "login token" && { credential: { scheme: "Bearer", variable: "LOGIN_TOKEN" } }),
    ...(content !== undefined && (isJson ? { json: content } : { form: toFormFields(content, body) })),
    headers,
    isMultipart: body?.mediaType === "multipart/form-data",
    answer: headers.Accept === EVENTS ? "stream" : toAnswerKind(answer.mediaTypes),
  };
}

const EVENTS = "text/event-stream";

function toAnswerKind([type]: string[]): Request["answer"] {
  if (type === undefined) return "none";
  if (type.includes("json")) return "json";
  return type.startsWith("text/") ? "text" : "file";
}

const recordedQuery = ({ query = {} }: Recorded) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((item) => [name, String(item)])),
  ).toString();

const neededQuery = (parameters: OperationOutline["parameters"]) =>
  parameters
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map(({ name, type }) => `${name}=${type.startsWith("boolean") ? "true" : "…"}`)
    .join("&");

// Returns the recorded form fields; without a recording, the placeholder fields with sample files.
function toFormFields(content: unknown, body: OperationOutline["body"]): Record<string, unknown> {
  const files = (body?.shape.fields ?? []).filter(({ type }) => type.startsWith("file"));
  const isRecorded = Object.values(content ?? {}).some((value) => value !== "…");
  return {
    ...(content as Record<string, unknown>),
    ...(!isRecorded && Object.fromEntries(files.map(({ name }) => [name, "@file.pdf"]))),
  };
}

const isFile = (value: unknown): value is string => typeof value === "string" && value.startsWith("@");

function toCurl({ method, address, credential, headers, json, form, isMultipart, answer }: Request): string {
  const flags = `${answer === "stream" ? "-N " : ""}${method === "GET" ? "" : `-X ${method} `}`;
  const parts = [`curl ${flags}${inShell(address)}`];
  if (credential) parts.push(`-H "Authorization: ${credential.scheme} $${credential.variable}"`);
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${inShell(`${name}: ${value}`)}`);
  if (json !== undefined) parts.push(`--json ${inShell(JSON.stringify(json, null, 2))}`);
  for (const [name, value] of Object.entries(form ?? {}))
    parts.push(`${isMultipart ? "-F" : "--data-urlencode"} ${inShell(`${name}=${value}`)}`);
  return parts.join(" \\\n  ");
}
const inShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function toJavaScript(request: Request): string {
  const { method, address, credential, json, form, isMultipart } = request;
  const headers = [
    ...(credential ? [`Authorization: \`${credential.scheme} \${process.env.${credential.variable}}\``] : []),
    ...(json === undefined ? [] : [`"Content-Type": "application/json"`]),
    ...Object.entries(request.headers).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`),
  ];
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}",`]),
    ...(headers.length > 0 ? [`headers: {\n${headers.map((line) => `    ${line},\n`).join("")}  },`] : []),
    ...(json === undefined ? [] : [`body: JSON.stringify(${indented(JSON.stringify(json, null, 2))}),`]),
    ...(form ? ["body: form,"] : []),
  ];
  const before = form
    ? [
        ...(Object.values(form).some(isFile) ? [`import { openAsBlob } from "node:fs";\n`] : []),
        `const form = new ${isMultipart ? "FormData" : "URLSearchParams"}();`,
        ...Object.entries(form).map(([name, value]) =>
          isFile(value)
            ? `form.append("${name}", await openAsBlob("${value.slice(1)}"), "${value.slice(1)}");`
            : `form.append("${name}", ${JSON.stringify(String(value))});`,
        ),
        "",
      ]
    : [];
  const given = options.length > 0 ? `, {\n  ${options.join("\n  ")}\n}` : "";
  return [
    ...before,
    `const response = await fetch(${JSON.stringify(address)}${given});`,
    {
      json: "console.log(await response.json());",
      text: "console.log(await response.text());",
      stream:
        "for await (const text of response.body.pipeThrough(new TextDecoderStream())) console.log(text);",
      file: "const file = await response.blob();",
      none: "console.log(response.status);",
    }[request.answer],
  ].join("\n");
}

function toPython(request: Request): string {
  const { method, address, credential, json, form, isMultipart, answer } = request;
  const headers = [
    ...(credential
      ? [`"Authorization": f"${credential.scheme} {os.environ['${credential.variable}']}"`]
      : []),
    ...Object.entries(request.headers).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`),
  ];
  const fields = Object.entries(form ?? {}).map(([name, value]) => {
    if (!isMultipart) return `${JSON.stringify(name)}: ${inPython(value)},`;
    return isFile(value)
      ? `${JSON.stringify(name)}: open(${JSON.stringify(value.slice(1))}, "rb"),`
      : `${JSON.stringify(name)}: (None, ${JSON.stringify(String(value))}),`;
  });
  const given = [
    JSON.stringify(address),
    ...(headers.length > 0 ? [`headers={${headers.join(", ")}}`] : []),
    ...(json === undefined ? [] : [`json=${indented(inPython(json), 4)}`]),
    ...(fields.length > 0
      ? [`${isMultipart ? "files" : "data"}={\n${fields.map((line) => `        ${line}\n`).join("")}    }`]
      : []),
    ...(answer === "stream" ? ["stream=True"] : []),
  ];
  return [
    ...(credential ? ["import os", ""] : []),
    "import requests",
    "",
    `response = requests.${method.toLowerCase()}(\n${given.map((line) => `    ${line},\n`).join("")})`,
    {
      json: "print(response.json())",
      text: "print(response.text)",
      stream: "for line in response.iter_lines():\n    print(line.decode())",
      file: "content = response.content",
      none: "print(response.status_code)",
    }[answer],
  ].join("\n");
}

function inPython(value: unknown, depth = 0): string {
  const margin = "    ".repeat(depth + 1);
  const end = `\n${"    ".repeat(depth)}`;
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((item) => `${margin}${inPython(item, depth + 1)}`).join(",\n")}${end}]`;
  }
  if (typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  const lines = entries.map(([key, item]) => `${margin}${JSON.stringify(key)}: ${inPython(item, depth + 1)}`);
  return `{\n${lines.join(",\n")}${end}}`;
}

const indented = (text: string, by = 2) => text.replaceAll("\n", `\n${" ".repeat(by)}`);
