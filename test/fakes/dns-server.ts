import { createSocket } from "node:dgram";
import dns, { Resolver } from "node:dns";
import { once } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import { isIP } from "node:net";

/** Seconds that an answer may be cached. */
const TTL = 0;
const ADDRESS = 1;
const INTERNET = 1;
const POINTER_TO_NAME = 0xc00c;

/**
 * DNS server with answers set by the test. Until it is closed, all lookups of this process use it, without caching.
 * The answer may change between two lookups (DNS rebinding).
 */
export async function startDnsServer() {
  /** Addresses of a name for consecutive queries; the last entry repeats. */
  const answers = new Map<string, string[][]>();
  const queries: string[] = [];
  const socket = createSocket("udp4", (message, from) => {
    const { name, end } = readName(message);
    const isForAddress = message.readUInt16BE(end) === ADDRESS;
    const question = message.subarray(12, end + 4);
    if (isForAddress) queries.push(name);
    const turns = answers.get(name) ?? [];
    const addresses = isForAddress ? ((turns.length > 1 ? turns.shift() : turns[0]) ?? []) : [];
    const head = Buffer.alloc(12);
    message.copy(head, 0, 0, 2);
    // Flags: response, recursion available; NXDOMAIN for unknown names.
    head.writeUInt16BE(0x8180 | (answers.has(name) ? 0 : 3), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(addresses.length, 6);
    socket.send(Buffer.concat([head, question, ...addresses.map(record)]), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");

  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  const { lookup } = dns;
  const lookUp = (host: string, options: { all?: boolean }, done: (...results: unknown[]) => void) => {
    // Passes literal IP addresses through.
    if (isIP(host)) return lookup(host, options, done as never);
    resolver.resolve4(host, (error, found) => {
      if (error) return done(error);
      if (options.all)
        return done(
          null,
          found.map((address) => ({ address, family: 4 })),
        );
      done(null, found[0], 4);
    });
  };
  dns.lookup = lookUp as unknown as typeof dns.lookup;
  syncBuiltinESMExports();
  return {
    answers,
    queries,
    close: () => {
      dns.lookup = lookup;
      syncBuiltinESMExports();
      socket.close();
    },
  };
}

function readName(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 };
}

function record(address: string): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt16BE(POINTER_TO_NAME, 0);
  bytes.writeUInt16BE(ADDRESS, 2);
  bytes.writeUInt16BE(INTERNET, 4);
  bytes.writeUInt32BE(TTL, 6);
  bytes.writeUInt16BE(4, 10);
  Buffer.from(address.split(".").map(Number)).copy(bytes, 12);
  return bytes;
}
