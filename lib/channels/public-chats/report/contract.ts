import { z } from "zod";
import { operation } from "@/lib/api/contract";
import { reference, timestamp } from "@/lib/api/fields";
import { isTimeZone } from "../settings";
import { endpoints } from "./operations";

export const MAX_DAYS = 366;
export const MAX_COMMENTS = 100;
export const MAX_GROUPS = 50;
export const MAX_QUESTIONS = 20;

const seconds = z.number().nullable();
const Times = z.object({
  answered: z.int().describe("Conversations that got an answer."),
  median_seconds: seconds,
  p90_seconds: seconds,
});
const figures = {
  conversations: z.int(),
  by_assistant: z.int().describe("Answered by the assistant alone."),
  handed_over: z.int().describe("The assistant called the team, or a member of the team answered."),
  unanswered: z.int().describe("The others: nobody has answered."),
  rated: z.int(),
  mean_rating: z.number().nullable(),
  ratings: z.array(z.int()).length(5).describe("How many gave 1, 2, 3, 4 and 5."),
  good_replies: z.int().describe("Replies with a thumb up."),
  bad_replies: z.int(),
  assistant: Times.describe("From the visitor's first message to the first reply."),
  team: Times.describe("From the handover, else the visitor's first message, to the team's first answer."),
};
export const ReportFigures = z.object(figures).meta({ id: "ReportFigures" });
const ofConversation = { chat_id: z.int(), chat_uuid: z.guid() };

export const PublicReport = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    by: z.enum(["day", "week"]),
    total: ReportFigures,
    rows: z.array(z.object({ key: z.iso.date(), ...figures })),
    comments: z
      .array(
        z.object({
          ...ofConversation,
          name: z.string(),
          rating: z.int(),
          comment: z.string(),
          rated_at: timestamp,
        }),
      )
      .describe(`Of your conversations, the newest ${MAX_COMMENTS}.`),
  })
  .meta({ id: "PublicReport" });

export const UnansweredReason = z.enum(["failed", "nothing_found", "disliked", "handed_over"]);
export const UnansweredGroup = z
  .object({
    count: z.int(),
    last_asked_at: timestamp,
    questions: z
      .array(
        z.object({
          ...ofConversation,
          message_id: z.int(),
          text: z.string(),
          asked_at: timestamp,
          reasons: z.array(UnansweredReason),
        }),
      )
      .describe(`The newest ${MAX_QUESTIONS}, newest first.`),
  })
  .meta({ id: "UnansweredGroup" });

const Spent = z.object({
  tokens: z.int(),
  most_tokens: z.int().nullable().describe("Null: no limit."),
  cost: z.number().nullable().describe("At the group's prices; null when nothing of it has a price."),
  most_cost: z.number().nullable(),
  is_used_up: z.boolean(),
});
export const PublicSpending = z
  .object({
    today: Spent,
    month: Spent,
    unpriced_tokens: z
      .int()
      .describe("Tokens of this month whose model has no price: costs and their limits are without them."),
  })
  .meta({ id: "PublicSpending" });

const date = z.iso.date().optional();
const time_zone = z
  .string()
  .max(64)
  .refine(isTimeZone, "Must be a time zone, such as Europe/Berlin.")
  .default("UTC")
  .describe("In which days begin (IANA).");
const params = z.object({ chat_id: reference });
const days = `Both ends are included; without them the last 30 days, at most ${MAX_DAYS}.`;

export const reportApi = {
  getPublicReport: operation(endpoints.getPublicReport, {
    summary: "Get the report of a public chat",
    description: [
      "For members of the chat. Figures are assigned to the day the conversation started.",
      `${days} By day or by week (from Monday), every one of them is there, oldest first.`,
    ].join("\n\n"),
    params,
    query: z.object({ from: date, to: date, time_zone, by: z.enum(["day", "week"]).default("day") }),
    returns: PublicReport,
  }),
  getPublicSpending: operation(endpoints.getPublicSpending, {
    summary: "Get what a public chat has used and may use",
    description:
      "Today and this calendar month (UTC). The limits are in the chat's `extra`: `PUBLIC_CHAT_DAILY_TOKENS`, `PUBLIC_CHAT_MONTHLY_TOKENS`, `PUBLIC_CHAT_DAILY_COST` and `PUBLIC_CHAT_MONTHLY_COST`. When one is reached, visitors can't write until the next day or month. Requires an owner or admin of the chat.",
    params,
    returns: PublicSpending,
  }),
  listUnanswered: operation(endpoints.listUnanswered, {
    summary: "List questions without an answer",
    description: [
      "Questions of visitors whose reply failed (`failed`) or has a thumb down (`disliked`), for which the document finder found nothing (`nothing_found`), or with which the assistant called the team because it didn't know (`handed_over`). Of conversations that you are a member of.",
      `Grouped by meaning, the latest group first, at most ${MAX_GROUPS}. ${days} It is the day on which the conversation began that counts.`,
    ].join("\n\n"),
    params,
    query: z.object({ from: date, to: date, time_zone }),
    returns: z.array(UnansweredGroup),
  }),
};
