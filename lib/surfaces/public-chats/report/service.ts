import type { z } from "zod";
import { currentModel } from "@/lib/ai/indexing/service";
import { embedderTraits } from "@/lib/ai/models/service";
import { publicChats as usage } from "@/lib/ai/usage/service";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { invalid } from "@/lib/platform/errors";
import {
  MOST_COMMENTS,
  MOST_DAYS,
  MOST_GROUPS,
  MOST_QUESTIONS,
  type PublicReport,
  type reportApi,
  type UnansweredGroup,
} from "./contract";
import { grouped, sameFrom } from "./groups";
import * as queries from "./queries";

const DAY = 86_400_000;
const USUAL_DAYS = 30;
/** Questions that are grouped at most, the newest: as many squared are compared. */
const MOST_GROUPED = 500;

type Query = z.output<typeof reportApi.getPublicReport.query & z.ZodObject>;
type Report = z.output<typeof PublicReport>;

const mine = ({ user, group }: Viewer) => ({ userId: user.id, groupId: group.id });

/** How the conversations of a public chat went. @throws AppError not_found; InvalidInput for days that do not fit */
export async function report(viewer: Viewer, reference: Reference, { by, ...days }: Query): Promise<Report> {
  const range = rangeOf(days);
  const { chat } = await chats.chatFor(viewer, reference);
  const which = { chatId: chat.id, ...range };
  const [rows, comments] = await Promise.all([
    queries.figures({ ...which, by }, mine(viewer)),
    queries.comments({ ...which, limit: MOST_COMMENTS }, mine(viewer)),
  ]);
  const found = new Map(rows.map((row) => [row.began, row]));
  return {
    ...range,
    by,
    total: figures(found.get(null)),
    rows: startsOf(range, by).map((key) => ({ key, ...figures(found.get(key)) })),
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

function rangeOf({ from, to }: { from?: string; to?: string }): queries.Range {
  const until = to ?? dateOf(Date.now());
  const range = { from: from ?? dateOf(Date.parse(until) - (USUAL_DAYS - 1) * DAY), to: until };
  const days = (Date.parse(range.to) - Date.parse(range.from)) / DAY + 1;
  if (days < 1) throw invalid(["query", "to"], "Must not be before `from`.");
  if (days > MOST_DAYS) throw invalid(["query", "from"], `Must be at most ${MOST_DAYS} days.`);
  return range;
}

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The days of a range, or the Mondays of its weeks, as `date_trunc` has them. */
function startsOf({ from, to }: queries.Range, by: "day" | "week"): string[] {
  const step = by === "day" ? 1 : 7;
  const sinceMonday = by === "day" ? 0 : (new Date(from).getUTCDay() + 6) % 7;
  const starts: string[] = [];
  for (let at = Date.parse(from) - sinceMonday * DAY; at <= Date.parse(to); at += step * DAY)
    starts.push(dateOf(at));
  return starts;
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

/** What a public chat has used of what it may. @throws AppError not_found, forbidden */
export async function spending(viewer: Viewer, reference: Reference) {
  return usage.spending((await chats.manageableChatFor(viewer, reference)).chat);
}

/** What visitors asked in vain, by meaning. @throws AppError not_found; InvalidInput for days that do not fit */
export async function unanswered(
  viewer: Viewer,
  reference: Reference,
  days: Partial<queries.Range>,
): Promise<z.output<typeof UnansweredGroup>[]> {
  const range = rangeOf(days);
  const [{ chat }, model] = await Promise.all([chats.chatFor(viewer, reference), currentModel()]);
  const which = { chatId: chat.id, ...range, limit: MOST_GROUPED, modelId: model?.id ?? 0 };
  const rows = await queries.unanswered(which, mine(viewer));
  const items = rows.map(({ embedding, ...row }) => ({
    ...row,
    vector: embedding === null ? undefined : (JSON.parse(embedding) as number[]),
  }));
  const { sure } = embedderTraits(model?.model ?? "builtin");
  return grouped(items, sameFrom(sure))
    .slice(0, MOST_GROUPS)
    .map((questions) => ({
      count: questions.length,
      last_asked_at: new Date(questions[0]!.created_at).toISOString(),
      questions: questions
        .slice(0, MOST_QUESTIONS)
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
