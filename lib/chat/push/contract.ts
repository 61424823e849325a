import { z } from "zod";
import { json, post } from "@/lib/api/contract";
import { SuccessMessage } from "@/lib/api/fields";

const token = z
  .string()
  .trim()
  .min(1)
  .max(4096)
  .describe("The registration token that Firebase gave the device.");

const FCMTokenRequest = z
  .object({
    token,
    device_id: z
      .string()
      .max(200)
      .nullish()
      .describe("Names the device: its newer token replaces the older one."),
    platform: z.enum(["web", "android", "ios"]).nullish(),
  })
  .meta({ id: "FCMTokenRequest" });
const InvalidateFCMTokenRequest = z.object({ token }).meta({ id: "InvalidateFCMTokenRequest" });

export const pushApi = {
  registerDevice: post("/auth/fcm/register", {
    summary: "Register a device for push notifications",
    description: [
      "A token that is registered again, also by someone else, belongs to the last who did.",
      "Messages of others in your chats are pushed, but not those of muted chats.",
      "Register at each start of your program: a new password, or leaving a group, ends the registrations of all devices.",
    ].join(" "),
    body: json(FCMTokenRequest),
    returns: SuccessMessage,
    status: 201,
  }),
  invalidateDevice: post("/auth/fcm/invalidate", {
    summary: "Unregister a device",
    description: "A token that you have not registered is not an error.",
    body: json(InvalidateFCMTokenRequest),
    status: 204,
  }),
};
