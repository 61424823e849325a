// @ts-check
// Disables networking in a process. Node 25's permission model denies it; older versions have no such permission, so
// every function of Node's modules that connects, listens or resolves names is replaced here. JavaScript can't reach
// the native bindings below them, nor the original functions once nothing refers to them.
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
  // TLS, HTTP and fetch all connect through this method. Sockets that are already open, such as relayed connections,
  // keep working.
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
