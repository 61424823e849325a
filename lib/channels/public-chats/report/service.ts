import type { z } from "zod";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { findSearchedModel } from "@/lib/llm/indexing/service";
import { getSureCosine } from "@/lib/llm/models/service";
import { publicChats as usage } from "@/lib/llm/usage/service";
import * as clock from "@/lib/platform/clock";
import { config } from "@/lib/platform/config";
import { invalid } from "@/lib/platform/errors";
import { toLocalTime } from "../local-time";
import {
  MAX_COMMENTS,
  MAX_DAYS,
  MAX_GROUPS,
  MAX_QUESTIONS,
  type PublicReport,
  type reportApi,
  type UnansweredGroup,
} from "./contract";
import { type DateRange, splitIntoSpans, toBounds, toDate } from "./days";
import { getSameThreshold, groupByMeaning } from "./groups";
import * as queries from "./queries";

const DAY = 86_400_000;
const USUAL_DAYS = 30;
// Only this many of the newest questions are grouped, because grouping takes quadratic time.
const MAX_GROUPED_QUESTIONS = 500;

type ReportQuery = z.output<typeof reportApi.getPublicReport.query & z.ZodObject>;
type PublicReportResult = z.output<typeof PublicReport>;

const mine = ({ user, group }: Viewer) => ({ userId: user.id, groupId: group.id });

/**
 * Returns the figures of a public chat's conversations.
 * @throws AppError not_found; InvalidInput for invalid dates
 */
export async function report(
  viewer: Viewer,
  reference: Reference,
  { by, time_zone: timeZone, ...days }: ReportQuery,
): Promise<PublicReportResult> {
  const range = toRange(days, timeZone);
  const { chat } = await chats.getChatFor(viewer, reference);
  const which = { chatId: chat.id, ...toBounds(range, timeZone) };
  const spans = splitIntoSpans(range, by, timeZone);
  const [rows, comments] = await Promise.all([
    queries.listFigures({ ...which, spans: spans.map(({ at }) => at) }, mine(viewer)),
    queries.listComments({ ...which, limit: MAX_COMMENTS }, mine(viewer)),
  ]);
  const found = new Map(rows.map((row) => [row.span, row]));
  return {
    ...range,
    by,
    total: figures(found.get(null)),
    rows: spans.map(({ key }, at) => ({ key, ...figures(found.get(at + 1)) })),
    comments: comments.map(({ id, uuid, name, rating, comment, rated_at }) => ({
      chat_id: id,
      chat_uuid: uuid,
      name,
      rating,
      comment,
      rated_at: new Date(rated_at).toISOString(),
    })),
  };
}

function toRange({ from, to }: Partial<DateRange>, timeZone: string): DateRange {
  const until = to ?? toDate(toLocalTime(timeZone, clock.now()));
  const range = { from: from ?? toDate(Date.parse(until) - (USUAL_DAYS - 1) * DAY), to: until };
  const days = (Date.parse(range.to) - Date.parse(range.from)) / DAY + 1;
  if (days < 1) throw invalid(["query", "to"], "Must not be before `from`.");
  if (days > MAX_DAYS) throw invalid(["query", "from"], `Must be at most ${MAX_DAYS} days.`);
  return range;
}

function figures(row: queries.FiguresRow | undefined) {
  const { conversations = 0, by_assistant = 0, handed_over = 0 } = row ?? {};
  return {
    conversations,
    by_assistant,
    handed_over,
    unanswered: conversations - by_assistant - handed_over,
    rated: row?.rated ?? 0,
    mean_rating: row?.mean_rating ?? null,
    ratings: row?.ratings ?? [0, 0, 0, 0, 0],
    good_replies: row?.good_replies ?? 0,
    bad_replies: row?.bad_replies ?? 0,
    assistant: times(row?.assistant_answered, row?.assistant_median, row?.assistant_p90),
    team: times(row?.team_answered, row?.team_median, row?.team_p90),
  };
}

const times = (answered = 0, median: number | null = null, p90: number | null = null) => ({
  answered,
  median_seconds: median,
  p90_seconds: p90,
});

/**
 * Returns a public chat's usage and limits.
 * @throws AppError not_found, forbidden
 */
export async function getSpending(viewer: Viewer, reference: Reference) {
  return usage.getSpending((await chats.getManageableChat(viewer, reference)).chat);
}

/**
 * Returns unanswered questions grouped by meaning.
 * @throws AppError not_found; InvalidInput for invalid dates
 */
export async function listUnanswered(
  viewer: Viewer,
  reference: Reference,
  { time_zone: timeZone, ...days }: Partial<DateRange> & { time_zone: string },
): Promise<z.output<typeof UnansweredGroup>[]> {
  const range = toRange(days, timeZone);
  const [{ chat }, model] = await Promise.all([chats.getChatFor(viewer, reference), findSearchedModel()]);
  const which = { chatId: chat.id, ...toBounds(range, timeZone) };
  const rows = await queries.listUnanswered(
    { ...which, limit: MAX_GROUPED_QUESTIONS, modelId: model?.id ?? 0 },
    mine(viewer),
  );
  const items = rows.map(({ embedding, ...row }) => ({
    ...row,
    vector: embedding === null ? undefined : (JSON.parse(embedding) as number[]),
  }));
  return groupByMeaning(items, getSameThreshold(await getSureCosine(model?.model ?? "builtin", config())))
    .slice(0, MAX_GROUPS)
    .map((questions) => ({
      count: questions.length,
      last_asked_at: new Date(questions[0]!.created_at).toISOString(),
      questions: questions
        .slice(0, MAX_QUESTIONS)
        .map(({ id, text, created_at, chat_id, chat_uuid, reasons }) => ({
          chat_id,
          chat_uuid,
          message_id: id,
          text,
          asked_at: new Date(created_at).toISOString(),
          reasons,
        })),
    }));
}
