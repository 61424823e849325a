import { setTimeout as wait } from "node:timers/promises";

const MAX_ATTEMPTS = 10;

export class Refused extends Error {}

/** Returns an API client for one caller that waits when rate limited. */
export function createApi(address, token) {
  const authorization = token && { authorization: `Bearer ${token}` };

  async function send(method, path, body, headers = {}) {
    for (let tries = 1; ; tries++) {
      const answer = await fetch(`${address}/api/v1${path}`, {
        method,
        body,
        headers: { ...authorization, ...headers },
      });
      if (answer.status === 429 && tries < MAX_ATTEMPTS) {
        await wait(1000 * Number(answer.headers.get("retry-after") ?? 1));
        continue;
      }
      const text = await answer.text();
      const isJson = answer.headers.get("content-type")?.includes("json");
      const content = isJson ? JSON.parse(text) : text;
      if (answer.ok) return content;
      const reason =
        content?.message ?? content?.detail?.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ");
      throw new Refused(`${method} ${path} answered ${answer.status}: ${reason ?? text}`);
    }
  }

  const json = (method) => (path, content) =>
    send(method, path, content && JSON.stringify(content), content && { "content-type": "application/json" });
  return {
    get: (path) => send("GET", path),
    post: json("POST"),
    put: json("PUT"),
    patch: json("PATCH"),
    del: json("DELETE"),
    form: (path, fields) => send("POST", path, new URLSearchParams(fields)),
    upload: (path, fields, files = []) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
      for (const file of files) form.append("files", new File([file.text], file.name), file.name);
      return send("POST", path, form);
    },
  };
}
