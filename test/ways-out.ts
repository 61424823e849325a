import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";

/** Listens for connections and datagrams of a confined program. */
export async function startNetwork() {
  const hits: string[] = [];
  const server = createServer((socket) => {
    hits.push("a connection");
    socket.on("error", () => {}).end();
  }).listen(0, "127.0.0.1");
  const datagrams = createSocket("udp4", () => hits.push("a datagram"));
  datagrams.bind(0, "127.0.0.1");
  await Promise.all([once(server, "listening"), once(datagrams, "listening")]);
  return {
    hits,
    port: (server.address() as AddressInfo).port,
    datagramPort: datagrams.address().port,
    close: () => {
      server.close();
      datagrams.close();
    },
  };
}

/**
 * Returns programs that each try one way of reaching a server from Node, as a compromised parser could. They return
 * an answer or throw.
 */
export function waysOut({
  port,
  datagramPort,
}: {
  port: number;
  datagramPort: number;
}): Record<string, string> {
  const get = (name: string) => `process.getBuiltinModule("node:${name}")`;
  const opened = (socket: string) =>
    `new Promise((done, failed) => { const s = ${socket}; s.on("connect", () => done("connected")); s.on("error", failed); })`;
  const answered = (request: string) =>
    `new Promise((done, failed) => { const r = ${request}; r.on("response", () => done("answered")); r.on("error", failed); r.end?.(); })`;
  const resolver = (servers: string) =>
    `(async () => { const r = new (${servers})(); r.setServers(["127.0.0.1:${datagramPort}"]); return r.resolve4("canary.test"); })()`;
  const url = `127.0.0.1:${port}`;
  return {
    fetch: `(await fetch("http://${url}")).status`,
    webSocket: `new Promise((done, failed) => { const s = new WebSocket("ws://${url}"); s.onopen = () => done(1); s.onerror = () => failed(new Error("closed")); })`,
    connect: opened(`${get("net")}.connect(${port}, "127.0.0.1")`),
    socket: opened(`new (${get("net")}.Socket)().connect(${port}, "127.0.0.1")`),
    socketOfTheInput: opened(`new process.stdin.constructor().connect(${port}, "127.0.0.1")`),
    secondCopyOfConnect: opened(`Reflect.construct(${get("net")}.Stream, []).connect(${port}, "127.0.0.1")`),
    unixSocket: opened(`${get("net")}.connect("/var/run/docker.sock")`),
    tls: `new Promise((done, failed) => { const s = ${get("tls")}.connect({ port: ${port}, host: "127.0.0.1" }); s.on("secureConnect", done); s.on("error", failed); })`,
    http: answered(`${get("http")}.get("http://${url}")`),
    agent: answered(
      `${get("http")}.request({ port: ${port}, host: "127.0.0.1", agent: new (${get("http")}.Agent)({ keepAlive: true }) })`,
    ),
    https: answered(`${get("https")}.get("https://${url}")`),
    http2: `new Promise((done, failed) => { const s = ${get("http2")}.connect("http://${url}"); s.on("connect", done); s.on("error", failed); })`,
    listen: `new Promise((done, failed) => { const s = ${get("net")}.createServer(); s.on("error", failed); s.listen(0, () => done("listens")); })`,
    httpServer: `new Promise((done, failed) => { const s = ${get("http")}.createServer(); s.on("error", failed); s.listen(0, () => done("listens")); })`,
    datagram: `new Promise((done, failed) => ${get("dgram")}.createSocket("udp4").send("canary", ${datagramPort}, "127.0.0.1", (e) => e ? failed(e) : done("sent")))`,
    datagramClass: `new Promise((done, failed) => new (${get("dgram")}.Socket)("udp4").send("canary", ${datagramPort}, "127.0.0.1", (e) => e ? failed(e) : done("sent")))`,
    lookup: `new Promise((done, failed) => ${get("dns")}.lookup("localhost", (e, a) => e ? failed(e) : done(a)))`,
    lookupPromised: `${get("dns/promises")}.lookup("localhost")`,
    lookupImported: `(await import("node:dns/promises")).lookup("localhost")`,
    resolver: resolver(`${get("dns/promises")}.Resolver`),
    resolverOld: `new Promise((done, failed) => { const r = new (${get("dns")}.Resolver)(); r.setServers(["127.0.0.1:${datagramPort}"]); r.resolve4("canary.test", (e, a) => e ? failed(e) : done(a)); })`,
    lookupService: `new Promise((done, failed) => ${get("dns")}.lookupService("127.0.0.1", 80, (e, a) => e ? failed(e) : done(a)))`,
    required: opened(`require("node:net").connect(${port}, "127.0.0.1")`),
    childProcess: `require("node:child_process").execFileSync("/usr/bin/env", ["true"])`,
  };
}
