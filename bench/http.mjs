// HTTP client of the load generator: node:http with keep-alive, because fetch() costs several times more CPU time on
// the shared machine.
import { Agent, request as open } from "node:http";

const agent = new Agent({ keepAlive: true, maxSockets: 1024, maxFreeSockets: 1024, noDelay: true });

export const hangUp = () => agent.destroy();

const start = (url, { method = "GET", headers = {}, body } = {}) => {
  if (!url.startsWith("http://127.0.0.1:"))
    throw new Error(`The bench only talks to this machine, not to ${url}`);
  const call = open(url, {
    method,
    agent,
    headers: body ? { ...headers, "content-length": Buffer.byteLength(body) } : headers,
  });
  call.end(body);
  return call;
};

export function send(url, options) {
  return new Promise((resolve, reject) => {
    const call = start(url, options);
    call.once("error", reject);
    call.once("response", (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.once("error", reject);
      response.once("end", () =>
        resolve({ status: response.statusCode, text: Buffer.concat(parts).toString() }),
      );
    });
  });
}

export const get = (url, headers) => send(url, { headers });

export async function json(url, { body, headers, ...rest } = {}) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const answer = await send(url, {
    ...rest,
    body: text,
    headers: { "content-type": "application/json", ...headers },
  });
  if (answer.status >= 300) throw new Error(`${url} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  return JSON.parse(answer.text);
}

export function stream(url, options, piece) {
  return new Promise((resolve, reject) => {
    const call = start(url, options);
    call.once("error", reject);
    call.once("response", (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.setEncoding("utf8");
      response.on("data", piece);
      response.once("error", reject);
      response.once("end", resolve);
    });
  });
}

const BOUNDARY = "parley-bench-boundary";
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

export const multipart = (fields) =>
  `${Object.entries(fields)
    .map(
      ([name, value]) =>
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join("")}--${BOUNDARY}--\r\n`;
