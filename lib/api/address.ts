import { isIPv6 } from "node:net";

/**
 * Returns the caller's address for rate limits. Behind `hops` trusted proxies it is the X-Forwarded-For entry written
 * by the outermost; otherwise the header is ignored, because anybody can send it. IPv6 addresses are truncated to
 * their /64, which is one household's prefix.
 */
export function resolveCallerAddress(
  forwardedFor: string | undefined,
  socketAddress: string | undefined,
  hops: number,
): string {
  const chain = hops > 0 ? (forwardedFor ?? "").split(",").map((entry) => entry.trim()) : [];
  const address = chain.at(-hops) || socketAddress || "unknown";
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  return isIPv6(plain) ? network(plain) : plain;
}

function network(address: string): string {
  const [head = "", tail = ""] = address.split("%")[0]!.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const zeros = address.includes("::")
    ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0")
    : [];
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(":");
}
