import { randomUUID } from "node:crypto";
import { z } from "zod";
import { config } from "@/lib/platform/config";
import { seal, unseal } from "@/lib/platform/crypto/seal";

const Device = z.object({ id: z.string(), users: z.array(z.int()) });

// Keeps the cookie small on shared computers.
const MAX_USERS_PER_DEVICE = 10;

export function getDeviceCookie() {
  const isSecure = config().appUrl.startsWith("https:");
  return {
    name: isSecure ? "__Host-parley-device" : "parley-device",
    options: {
      httpOnly: true,
      sameSite: "lax" as const,
      path: "/",
      secure: isSecure,
      maxAge: 180 * 86_400,
    },
  };
}

function read(cookie: string | undefined) {
  const text = cookie && unseal("devices", cookie);
  return text ? Device.safeParse(JSON.parse(text)).data : undefined;
}

/**
 * Returns the device ID of a cookie if the account has signed in on it. The cookie is encrypted, so it can't be
 * forged.
 */
export function findKnownDevice(cookie: string | undefined, userId: number): string | undefined {
  const device = read(cookie);
  return device?.users.includes(userId) ? device.id : undefined;
}

export function withUser(cookie: string | undefined, userId: number): string {
  const { id, users } = read(cookie) ?? { id: randomUUID(), users: [] };
  const newest = [userId, ...users.filter((each) => each !== userId)].slice(0, MAX_USERS_PER_DEVICE);
  const sealed = seal("devices", JSON.stringify({ id, users: newest }));
  // Uses only characters permitted in cookies.
  return Buffer.from(sealed, "base64").toString("base64url");
}
