import { BlockList, isIP } from "node:net";

// Networks that are not publicly routable, from IANA's special-purpose address registries.
const PRIVATE_NETWORKS: [network: string, prefix: number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
  // IANA allocates global unicast IPv6 addresses from 2000::/3 only.
  ["::", 3],
  ["4000::", 2],
  ["8000::", 1],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const getFamily = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

function createBlockList(networks: [string, number][]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, getFamily(network));
  return list;
}
// BlockList matches an IPv4 address against IPv6 subnets too (as ::ffff:a.b.c.d), so each family has its own list.
const inner = {
  ipv4: createBlockList(PRIVATE_NETWORKS.filter(([network]) => isIP(network) === 4)),
  ipv6: createBlockList(PRIVATE_NETWORKS.filter(([network]) => isIP(network) === 6)),
};
const mapped = createBlockList([["::ffff:0:0", 96]]);
const translated = createBlockList([["64:ff9b::", 96]]);

// Unwraps IPv4-mapped (::ffff:0:0/96) and NAT64 (64:ff9b::/96) addresses and drops the IPv6 zone.
function plain(address: string): string {
  const bare = address.split("%", 1)[0]!;
  const stands =
    isIP(bare) === 6 && [mapped, translated].some((list) => list.check(bare, "ipv6")) && lastFour(bare);
  return stands || bare;
}

function lastFour(address: string): string {
  // The URL parser normalizes a dotted IPv4 suffix to two hexadecimal groups.
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [high = 0, low = 0] = written
    .split(":")
    .slice(-2)
    .map((group) => Number.parseInt(group || "0", 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** Returns true for private, loopback and reserved addresses, and for text that is not an address. */
export function isPrivateAddress(address: string): boolean {
  const used = plain(address);
  const family = getFamily(used);
  return isIP(used) === 0 || inner[family].check(used, family);
}

export type Exceptions = { all: boolean; hosts: Set<string>; networks: BlockList };

/**
 * Parses `ALLOW_PRIVATE_ADDRESSES`: `all`, or hosts, addresses and networks (10.0.0.0/8) separated by commas.
 * @returns undefined when an entry is invalid
 */
export function parseExceptions(setting: string): Exceptions | undefined {
  const exceptions: Exceptions = { all: false, hosts: new Set(), networks: new BlockList() };
  for (const part of setting.split(",").map((piece) => piece.trim().toLowerCase())) {
    const [network = "", prefix] = part.split("/");
    if (part === "") continue;
    if (part === "all") exceptions.all = true;
    else if (isIP(network)) {
      const bits = prefix === undefined ? (isIP(network) === 6 ? 128 : 32) : Number(prefix);
      if (!/^\d{1,3}$/.test(prefix ?? "0") || bits > (isIP(network) === 6 ? 128 : 32)) return undefined;
      exceptions.networks.addSubnet(network, bits, getFamily(network));
    } else if (/^[a-z0-9_]([a-z0-9._-]*[a-z0-9])?$/.test(part)) exceptions.hosts.add(part);
    else return undefined;
  }
  return exceptions;
}

export function isAllowed(host: string, address: string, { all, hosts, networks }: Exceptions): boolean {
  const used = plain(address);
  return (
    !isPrivateAddress(address) ||
    all ||
    hosts.has(host.toLowerCase().replace(/\.$/, "")) ||
    (isIP(used) !== 0 && networks.check(used, getFamily(used)))
  );
}
