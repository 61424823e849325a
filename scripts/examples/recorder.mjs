import { randomBytes } from "node:crypto";

const NAME = "https://chat.example.com";
const MAX_TEXT_LENGTH = 600;
const MAX_ITEMS = 2;
const MAX_VALUES = 10;
const SECRET = /^(access_token|refresh_token|token|invitation_token|secret)$/;
const MAX_STREAM_MS = 3000;

/**
 * Calls operations and records the first successful response of each.
 * @param document the installation's OpenAPI document
 * @param token default credential of the calls
 */
export function createRecorder(address, document, token) {
  const operations = listOperations(document);
  const recorded = { operations: {}, errors: {}, headers: {} };
  const refused = [];

  async function send(id, { path = {}, query = {}, headers, as = token, json, form, multipart }) {
    const { method, path: template } = operations[id] ?? {};
    if (!method) throw new Error(`There is no operation ${id}.`);
    const filled = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name]));
    const asked = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) => [value].flat().map((item) => [name, item])),
    );
    return fetch(`${address}/api/v1${filled}?${asked}`, {
      method,
      headers: {
        ...(as && { authorization: `Bearer ${as}` }),
        ...(json !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      body: json === undefined ? toBody(form, multipart) : JSON.stringify(json),
    });
  }

  /**
   * @param given path, query, headers, and one of `json`, `form` and `multipart`; `as`: another token, null for none;
   * `follow`: requests an event stream and is called once it has begun
   * @returns the response
   */
  async function record(id, { follow, ...given } = {}) {
    const headers = follow ? { Accept: "text/event-stream" } : given.headers;
    const answer = await send(id, { ...given, headers });
    const content = await readContent(answer, follow);
    if (!answer.ok) {
      refused.push(`${id}: ${answer.status} ${JSON.stringify(content).slice(0, 200)}`);
      return content;
    }
    const body = given.json ?? given.form ?? (given.multipart && nameFiles(given.multipart));
    const { path, query } = given;
    recorded.operations[id] ??= { path, query, headers, body, status: answer.status, answer: content };
    return content;
  }

  return {
    record,
    recordError: async (id, input = {}) => {
      const answer = await send(id, input);
      recorded.errors[answer.status] = await answer.json();
    },
    recordHeaders: async (id, input = {}) => {
      const { headers } = await send(id, input);
      const told = [...headers].filter(([name]) =>
        /^(x-request-id|x-total-count|ratelimit-.*|link)$/.test(name),
      );
      recorded.headers = Object.fromEntries(told);
    },
    refused,
    recorded: () => {
      const inOrder = Object.keys(operations).filter((id) => recorded.operations[id]);
      const all = Object.fromEntries(inOrder.map((id) => [id, recorded.operations[id]]));
      return shortenValue({ ...recorded, operations: all }, address);
    },
    missing: () => Object.keys(operations).filter((id) => !recorded.operations[id]),
  };
}

function listOperations({ paths }) {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => [
      operationId,
      { method: method.toUpperCase(), path },
    ]),
  );
  return Object.fromEntries(all);
}

async function readContent(answer, follow) {
  const type = answer.headers.get("content-type") ?? "";
  if (type.includes("event-stream")) return readStream(answer, follow);
  if (type.includes("json")) return answer.json();
  const text = await answer.text();
  // Binary file contents are not recorded.
  return type.startsWith("text/") && text ? text : undefined;
}

async function readStream(answer, follow) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  const late = setTimeout(() => reader.cancel(), MAX_STREAM_MS);
  let text = "";
  let isFirst = true;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    text += value;
    if (text.length > MAX_TEXT_LENGTH) break;
    if (isFirst && typeof follow === "function") await follow();
    isFirst = false;
  }
  clearTimeout(late);
  await reader.cancel();
  return text;
}

function toBody(form, multipart) {
  return form ? new URLSearchParams(form) : multipart && toFormData(multipart);
}

function toFormData(fields) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields))
    data.append(name, value instanceof File ? value : String(value));
  return data;
}

const nameFiles = (fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value instanceof File ? `@${value.name}` : value]),
  );

function shortenValue(value, address, key = "") {
  if (typeof value === "string") {
    if (SECRET.test(key)) return `${value.slice(0, 8)}…`;
    const text = value.replaceAll(address, NAME);
    return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
  }
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => typeof item !== "object");
    return value.slice(0, isPlain ? MAX_VALUES : MAX_ITEMS).map((item) => shortenValue(item, address));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, shortenValue(item, address, name)]),
  );
}

export const createFile = (name, text) => new File([text], name, { type: "text/plain" });
export const generatePassword = () => randomBytes(12).toString("base64url");
