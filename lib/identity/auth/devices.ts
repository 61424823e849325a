import { randomUUID } from "node:crypto";
import { z } from "zod";
import { config } from "@/lib/platform/config";
import { seal, unseal } from "@/lib/platform/crypto/seal";

/** A browser that somebody has signed in with before, and the accounts that did. */
const Device = z.object({ id: z.string(), users: z.array(z.int()) });

/** The accounts that used a browser last: a computer that many share keeps its cookie small. */
const MOST_USERS = 10;

/** How a browser keeps what it is known by: no script reads it, and only this host gets it. */
export function deviceCookie() {
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

/** The id of the device that a cookie stands for, if this account has signed in on it; nobody can make one up. */
export function knownDevice(cookie: string | undefined, userId: number): string | undefined {
  const device = read(cookie);
  return device?.users.includes(userId) ? device.id : undefined;
}

/** The cookie of a device on which an account has just signed in. */
export function withUser(cookie: string | undefined, userId: number): string {
  const { id, users } = read(cookie) ?? { id: randomUUID(), users: [] };
  const newest = [userId, ...users.filter((each) => each !== userId)].slice(0, MOST_USERS);
  const sealed = seal("devices", JSON.stringify({ id, users: newest }));
  // In signs that every cookie may have.
  return Buffer.from(sealed, "base64").toString("base64url");
}
