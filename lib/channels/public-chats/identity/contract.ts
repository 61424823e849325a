import { z } from "zod";
import { json, operation, post, put } from "@/lib/api/contract";
import { uuid } from "@/lib/api/fields";
import { chatParams } from "@/lib/chat/chats/contract";
import { email } from "@/lib/identity/people/contract";
import { endpoints } from "./operations";

export const MAX_ID_LENGTH = 200;
export const MAX_NAME_LENGTH = 200;

export const VisitorIdentity = z
  .object({
    id: z.string().nullable().describe("Who that is to the site; null unless the site has signed it."),
    name: z.string().nullable(),
    email: z.string().nullable(),
    verified: z
      .array(z.enum(["id", "name", "email"]))
      .describe("What the site has signed. Anybody can have made up the rest."),
  })
  .meta({ id: "VisitorIdentity" });

const params = z.object({ chat_id: uuid });
const query = z.object({
  sid: z.string().max(200).optional().describe("The session id, unless `X-Session-Id` has it."),
});

export const identityApi = {
  identifyVisitor: post("/public/chats/{chat_id}/identity", {
    summary: "Say who a visitor is",
    description:
      "With `hash` (the HMAC-SHA256 of `id` by the chat's identity secret, hexadecimal) or `token` (a JWT with HS256, `sub`, `exp`, and the chat's UUID as `aud`) the visitor is known: on every device they have the same session, whose id is the answer. What they wrote before in this session becomes theirs. Without either, name and e-mail are shown to the team as unverified. Returns 403 for a signature that doesn't fit or has expired; nothing changes then.",
    access: "visitor",
    params,
    query,
    body: json(
      z
        .object({
          id: z.string().min(1).max(MAX_ID_LENGTH).optional().describe("Who that is to your site."),
          name: z.string().max(MAX_NAME_LENGTH).optional(),
          email: email.optional(),
          hash: z.string().max(200).optional(),
          token: z.string().max(8000).optional(),
        })
        .refine(({ id, hash }) => hash === undefined || id !== undefined, {
          path: ["id"],
          message: "Required together with `hash`.",
        })
        .meta({ dependentRequired: { hash: ["id"] } }),
    ),
    returns: z.object({
      session_id: z
        .guid()
        .nullable()
        .describe("The session to go on with; null: the one that called. Keep it secret."),
      verified: VisitorIdentity.shape.verified,
    }),
  }),
  setVisitorPage: put("/public/chats/{chat_id}/page", {
    summary: "Say which page a visitor is on",
    description: "The team sees it, without its query.",
    access: "visitor",
    sameOrigin: true,
    params,
    query,
    body: json(z.object({ page: z.string().max(2000) })),
    returns: z.object({ success: z.literal(true) }),
  }),
};

export const identitySecretApi = {
  getIdentitySecret: operation(endpoints.getIdentitySecret, {
    summary: "Get whether a public chat has an identity secret",
    params: chatParams,
    returns: z.object({ is_set: z.boolean() }),
  }),
  rotateIdentitySecret: operation(endpoints.rotateIdentitySecret, {
    summary: "Make a new identity secret for a public chat",
    description:
      "With it your site signs who its visitors are. It is shown this once. The earlier one no longer works, and the sessions of visitors who were known by it end; they go on where they were with the next signature.",
    params: chatParams,
    returns: z.object({ secret: z.string() }),
  }),
};
