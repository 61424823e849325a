import { z } from "zod";
import { get, json, operation } from "@/lib/api/contract";
import {
  CONTROLS,
  hasNoControls,
  hasNoNul,
  hasVisibleCharacter,
  language,
  NUL,
  toPlainName,
  uuid,
} from "@/lib/api/fields";
import { chatParams } from "@/lib/chat/chats/contract";
import { isColour, isTimeZone } from "../settings";
import { endpoints } from "./operations";

const MAX_SPANS_PER_DAY = 4;
const MINUTES_OF_A_DAY = 1440;
const MAX_PICTURE_LENGTH = 65_536;
const PICTURE = /^data:image\/(png|jpeg|webp);base64,[a-z0-9+/]+={0,2}$/i;
const MAX_QUESTIONS = 6;
const MAX_WORDS = 50;

const text = (longest: number) => z.string().trim().max(longest).refine(hasNoNul, NUL).nullable();

const title = z
  .string()
  .trim()
  .refine(hasNoControls, CONTROLS)
  .overwrite((text) => toPlainName(text).trim())
  .max(200)
  .refine((given) => given === "" || hasVisibleCharacter(given), "Must have at least one visible character.")
  .nullable();

const colour = z
  .string()
  .trim()
  .max(30)
  .refine(isColour, "Must be a color: #rgb, #rgba, #rrggbb, #aarrggbb or one of the names.");

// Keys equal the names of the page's URL parameters.
const appearance = z
  .object({
    ui_theme: z.enum(["light", "dark"]),
    ui_language: language,
    ui_bg_color: colour,
    ui_agent_msg_color: colour,
    ui_guest_msg_color: colour,
    ui_launcher_color: colour,
    ui_launcher_position: z.enum(["left", "right"]),
    ui_launcher_icon: z.enum(["chat", "avatar"]),
  })
  .partial();
export type Appearance = z.output<typeof appearance>;

const minute = z.int().min(0).max(MINUTES_OF_A_DAY);
const span = z
  .object({ from: minute, to: minute })
  .refine(({ from, to }) => from < to, "Must end after it begins.");
const day = z
  .array(span)
  .max(MAX_SPANS_PER_DAY)
  .refine(
    (spans) => spans.every(({ from }, at) => at === 0 || spans[at - 1]!.to <= from),
    "Must be in order and not overlap.",
  );

const hours = z.object({
  time_zone: z.string().max(64).refine(isTimeZone, "Must be a time zone, such as Europe/Berlin."),
  days: z
    .array(day)
    .length(7)
    .refine((days) => days.some((spans) => spans.length > 0), "Must have a day with hours.")
    .describe("Monday first; of each day the spans in minutes since midnight."),
});

const handover = z
  .object({
    on_request: z.boolean().describe("When the visitor asks for a person."),
    when_unknown: z.boolean().describe("When the assistant doesn't know an answer."),
    words: z
      .array(z.string().trim().min(1, "Must not be empty.").max(60).refine(hasNoNul, NUL))
      .max(MAX_WORDS)
      .describe("A message with one of them goes to the team."),
  })
  .partial();

export const Publication = z
  .object({
    title: title.describe("Null: the name of the chat."),
    avatar: z
      .string()
      .trim()
      .max(MAX_PICTURE_LENGTH, "Must be smaller than 64 kB.")
      .refine(
        (given) => (given.startsWith("data:") ? PICTURE.test(given) : given.length <= 8 && hasNoNul(given)),
        "Must be an emoji, or a PNG, JPEG or WebP picture as a data: address.",
      )
      .nullable()
      .describe("An emoji, or a small picture as a `data:` address. Null: the assistant's."),
    greeting: text(2000).describe("Markdown. Null: the assistant's."),
    suggested_questions: z
      .array(z.string().trim().min(1, "Must not be empty.").max(200).refine(hasNoNul, NUL))
      .max(MAX_QUESTIONS)
      .nullable()
      .describe("In their order. Null: the assistant's."),
    footer: text(500).describe("Plain text. Null: the installation's."),
    appearance: appearance.describe("What is absent is the default."),
    hours: hours.nullable().describe("When the team answers. Null: always."),
    offline_text: text(1000).describe("What visitors read outside of these hours."),
    handover: handover.describe("When the assistant calls the team."),
    messages_per_visitor: z
      .int()
      .min(1)
      .max(10_000)
      .nullable()
      .describe("In a day (UTC). Null: as the installation says."),
    challenge: z
      .enum(["never", "flooded", "always"])
      .describe("When visitors' browsers have to work before they write."),
    is_listed: z
      .boolean()
      .describe("Search engines may list the page. Otherwise it says `noindex`, as conversations always do."),
  })
  .meta({ id: "Publication" });
export type Publication = z.output<typeof Publication>;

export const publicationApi = {
  getPublication: get("/chats/{chat_id}/publication", {
    summary: "Get how a chat is published",
    description: "Owners and admins of the chat only.",
    params: chatParams,
    returns: Publication,
  }),
  updatePublication: operation(endpoints.updatePublication, {
    summary: "Set how a chat is published",
    description:
      "Only what is given changes; `appearance`, `hours` and `handover` are replaced as a whole. Parameters of the page's address have precedence. Returns 409 for a conversation with a visitor.",
    params: chatParams,
    body: json(Publication.partial()),
    returns: Publication,
  }),
};

export const launcherApi = {
  getLauncher: get("/public/chats/{chat_id}/launcher", {
    summary: "Get the look of the button that opens a public chat",
    access: "anyone",
    params: z.object({ chat_id: uuid }),
    returns: z.object({
      color: z.string().nullable().describe("As CSS."),
      position: z.enum(["left", "right"]).nullable(),
      language: language.nullable(),
      avatar: z
        .string()
        .nullable()
        .describe("An emoji, or a picture as a `data:` address. Null: the button shows a speech bubble."),
    }),
  }),
};
