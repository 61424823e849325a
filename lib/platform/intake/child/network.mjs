// @ts-check
// Takes the network from a process. Node 25 does it by permission; before that nothing native can, so every way on which
// Node's modules open a connection, listen or resolve a name is replaced here. What they use natively is out of reach of
// JavaScript, and so are their functions once nothing names them any more.
import dgram from "node:dgram";
import dns from "node:dns";
import { createRequire, syncBuiltinESMExports } from "node:module";
import net from "node:net";

function refuse() {
  throw Object.assign(new Error("Access to the network is denied."), { code: "ERR_ACCESS_DENIED" });
}

/** @param {any} holder @param {(name: string) => boolean} isKept */
function refuseFunctions(holder, isKept = () => false) {
  for (const name of Object.getOwnPropertyNames(holder))
    if (
      name !== "constructor" &&
      typeof Object.getOwnPropertyDescriptor(holder, name)?.value === "function" &&
      !isKept(name)
    )
      Object.defineProperty(holder, name, { value: refuse, writable: false, configurable: false });
}

export function closeNetwork() {
  // TLS, HTTP and fetch go through this one; a socket that is open already, such as a relayed connection, is used as ever.
  Object.defineProperty(net.Socket.prototype, "connect", { value: refuse });
  Object.defineProperty(net.Server.prototype, "listen", { value: refuse });
  refuseFunctions(dgram.Socket.prototype);
  refuseFunctions(dgram);
  for (const resolver of [dns.Resolver, dns.promises.Resolver]) {
    refuseFunctions(resolver.prototype);
    refuseFunctions(Object.getPrototypeOf(resolver.prototype), (name) => name in Object.prototype);
  }
  refuseFunctions(dns.promises);
  refuseFunctions(dns);
  const require = createRequire(import.meta.url);
  Object.defineProperty(require("node:net"), "_createServerHandle", { value: refuse });
  syncBuiltinESMExports();
}
