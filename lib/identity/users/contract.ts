import { z } from "zod";
import { json, operation } from "@/lib/api/contract";
import { language, name, SuccessMessage, timestamp } from "@/lib/api/fields";
import { mentionName } from "@/lib/identity/mention-names/contract";
import { GroupMini, typedPassword, UserMini } from "@/lib/identity/people/contract";
import { endpoints } from "./operations";
import { isReserved, SEND_KEYS, SHORTCUT_PATTERN, type ShortcutName, shortcutNames } from "./settings";

export const Me = UserMini.extend({
  created_at: timestamp,
  email_confirmed: z.boolean(),
  has_password: z.boolean().describe("Without one the account is signed in to by mail or Firebase."),
  firebase_linked: z.boolean(),
  mention_name: z.string().nullable().describe("What you are called as @name in the group of this call."),
  favorite_models: z
    .array(z.string())
    .describe("The models that you are offered first in the group of this call."),
  queues_messages: z
    .boolean()
    .describe(
      "Whether the workspace holds your next message back until the reply that is being written ends.",
    ),
  suggests_follow_ups: z
    .boolean()
    .describe("Whether replies to you come with questions that you may ask next."),
  uses_memory: z
    .boolean()
    .nullable()
    .describe(
      "Whether private chats that you begin in the workspace use memories. Null: not chosen yet; they do.",
    ),
  send_key: z.enum(SEND_KEYS).describe("What sends a message; `mod` is Ctrl, or ⌘ on a Mac."),
  shortcuts: z
    .object(
      Object.fromEntries(shortcutNames.map((name) => [name, z.string()])) as Record<
        ShortcutName,
        z.ZodString
      >,
    )
    .describe("The keys of the workspace's shortcuts, such as `mod+shift+o`."),
  language: language.nullable().describe("What the workspace speaks to you. Null: as your browser asks."),
  groups: z.array(GroupMini).describe("All of your groups, the first joined first."),
}).meta({ id: "Me" });

const shortcutChanges = z
  .partialRecord(
    z.enum(shortcutNames),
    z
      .string()
      .regex(SHORTCUT_PATTERN, "Must be keys such as mod+shift+o, with mod or alt.")
      .refine((keys) => !isReserved(keys), "These keys are used for editing.")
      .nullable(),
  )
  .describe("Those that change. Null: the default keys.");

export const Session = z
  .object({
    id: z.guid(),
    group: z.object({ id: z.guid(), name: z.string() }),
    is_browser: z.boolean().describe("The workspace in a browser; else a program."),
    is_current: z.boolean().describe("The one that this call was made with."),
    user_agent: z.string().nullable(),
    created_at: timestamp,
    last_used_at: timestamp.describe("To within five minutes."),
    expires_at: timestamp,
  })
  .meta({ id: "Session" });

const NO_TOKENS = "403 for an API token: this takes a sign-in.";

export const usersApi = {
  getMe: operation(endpoints.getMe, { summary: "Get your own account", returns: Me }),
  updateMe: operation(endpoints.updateMe, {
    summary: "Change your name and settings, or your mention name and favorite models in the group",
    description: "A mention name that someone or something in the group has: 409.",
    body: json(
      z
        .object({
          full_name: name(200).optional(),
          queues_messages: z.boolean().optional(),
          suggests_follow_ups: z.boolean().optional(),
          uses_memory: z.boolean().optional(),
          send_key: z.enum(SEND_KEYS).optional(),
          shortcuts: shortcutChanges.optional(),
          language: language.nullish(),
          mention_name: mentionName.nullish().describe("Null: none."),
          favorite_models: z
            .array(z.string().trim().min(1, "Must not be empty.").max(200))
            .max(100)
            .refine((ids) => new Set(ids).size === ids.length, "Must not name a model twice.")
            .optional()
            .describe("All of them, as `GET /models` names them."),
        })
        .refine((given) => Object.keys(given).length > 0, "Must name what to change.")
        .meta({ id: "MeUpdate", minProperties: 1 }),
    ),
    returns: Me,
  }),
  deleteMe: operation(endpoints.deleteMe, {
    summary: "Delete your account",
    description: [
      "Asks for the password again; an account without one needs a sign-in of the last ten minutes.",
      "Groups and chats without other members are deleted with all that is in them.",
      "What you wrote in chats with others stays there as a former member's.",
      "409 while you are the last owner of a group that has other members. 400 for a wrong password.",
      NO_TOKENS,
    ].join(" "),
    body: json(z.object({ password: typedPassword.optional() }).meta({ id: "MeDelete" }), {
      required: false,
    }),
    returns: SuccessMessage,
  }),
  exportMe: operation(endpoints.exportMe, {
    summary: "Download all of your data as a ZIP file",
    description: `Your account, groups, chats with their messages, and the files you uploaded. ${NO_TOKENS}`,
    allowance: "heavy",
    returns: z.unknown(),
  }),
  listSessions: operation(endpoints.listSessions, {
    summary: "List where you are signed in",
    description: `In all of your groups, last used first. ${NO_TOKENS}`,
    returns: z.array(Session),
  }),
  endSession: operation(endpoints.endSession, {
    summary: "Sign out somewhere else",
    description: `Ends the session and its access and refresh tokens at once. ${NO_TOKENS}`,
    params: z.object({ id: z.guid("Must be a UUID.").toLowerCase() }),
    returns: SuccessMessage,
  }),
  endOtherSessions: operation(endpoints.endOtherSessions, {
    summary: "Sign out everywhere else",
    description: `Ends all of your sessions but the one of this call. ${NO_TOKENS}`,
    returns: SuccessMessage.extend({ ended: z.int() }),
  }),
};
