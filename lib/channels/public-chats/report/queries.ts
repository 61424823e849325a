import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { VISITOR_KEY } from "@/lib/identity/access/service";

export type StaffCaller = { userId: number; groupId: string };
type ReportedConversations = { chatId: number; begin: Date; end: Date };

/** Figures of a span. `span` is the one-based index of the requested span, null for the total. Times are in seconds. */
export type FiguresRow = {
  span: number | null;
  conversations: number;
  by_assistant: number;
  handed_over: number;
  rated: number;
  mean_rating: number | null;
  ratings: number[];
  good_replies: number;
  bad_replies: number;
  assistant_answered: number;
  assistant_median: number | null;
  assistant_p90: number | null;
  team_answered: number;
  team_median: number | null;
  team_p90: number | null;
};

const time = (at: Date) => sql`${at.toISOString()}::timestamptz`;

// Selects visitors' conversations that began in the period, of a public chat that the caller is a member of.
const conversations = (
  { chatId, begin, end }: ReportedConversations,
  { userId, groupId }: StaffCaller,
) => sql`
  select talk.id, talk.uuid, talk.name, talk.created_at, session.id as session_id, session.rating,
    session.rating_comment, session.rated_at, session.handover_reason, session.handover_message_id, session.taken_over_at
  from chats talk join public_sessions session on session.conversation_id = talk.id and session.chat_id = ${chatId}::int
  where talk.parent_chat_id = ${chatId}::int and talk.standing_key = ${VISITOR_KEY}
    and talk.created_at >= ${time(begin)} and talk.created_at < ${time(end)}
    and exists (select from chat_members mine where mine.chat_id = ${chatId}::int
      and mine.user_id = ${userId}::int and mine.group_id = ${groupId}::uuid)`;

const quantiles = (of: string) => sql`
  count(*) filter (where ${sql.raw(of)} is not null)::int as ${sql.raw(`${of}_answered`)},
  percentile_cont(0.5) within group (order by ${sql.raw(of)}) as ${sql.raw(`${of}_median`)},
  percentile_cont(0.9) within group (order by ${sql.raw(of)}) as ${sql.raw(`${of}_p90`)}`;

/**
 * Returns the figures of each nonempty span and the total. Percentiles are interpolated (`percentile_cont`).
 * @param spans beginnings in ascending order
 */
export async function listFigures(
  { spans, ...which }: ReportedConversations & { spans: Date[] },
  mine: StaffCaller,
): Promise<FiguresRow[]> {
  const begins = `{${spans.map((at) => at.toISOString()).join()}}`;
  const rows = await db().execute<FiguresRow>(sql`
    with talk as materialized (${conversations(which, mine)}),
    said as (
      select talk.id,
        min(message.created_at) filter (where message.user_type = 'guest') as asked_at,
        min(message.created_at) filter (where message.user_type = 'assistant'
          and not coalesce(message.extra ? 'error', false)) as assistant_at,
        min(message.created_at) filter (where message.user_type = 'user') as team_at,
        min(message.created_at) filter (where message.id = talk.handover_message_id) as called_at
      from talk join messages message on message.chat_id = talk.id and message.aside_with_id is null
      group by talk.id),
    liked as (
      select talk.id, count(*) filter (where is_good) as good, count(*) filter (where not is_good) as bad
      from talk join reply_ratings on reply_ratings.session_id = talk.session_id
      group by talk.id),
    figure as (
      select width_bucket(talk.created_at, ${begins}::timestamptz[]) as span, talk.rating,
        talk.handover_reason is not null or talk.taken_over_at is not null or said.team_at is not null as is_handed_over,
        extract(epoch from said.assistant_at - said.asked_at)::float8 as assistant,
        extract(epoch from said.team_at - coalesce(said.called_at, said.asked_at))::float8 as team,
        coalesce(liked.good, 0) as good, coalesce(liked.bad, 0) as bad
      from talk left join said on said.id = talk.id left join liked on liked.id = talk.id)
    select span, count(*)::int as conversations,
      count(*) filter (where not is_handed_over and assistant is not null)::int as by_assistant,
      count(*) filter (where is_handed_over)::int as handed_over,
      count(rating)::int as rated, avg(rating)::float8 as mean_rating,
      json_build_array(${sql.join(
        [1, 2, 3, 4, 5].map((step) => sql`count(*) filter (where rating = ${step}::int)`),
        sql`, `,
      )}) as ratings,
      sum(good)::int as good_replies, sum(bad)::int as bad_replies,
      ${quantiles("assistant")}, ${quantiles("team")}
    from figure group by grouping sets ((span), ())`);
  return [...rows];
}

type CommentRow = {
  id: number;
  uuid: string;
  name: string;
  rating: number;
  comment: string;
  rated_at: string;
};

export async function listComments(
  which: ReportedConversations & { limit: number },
  mine: StaffCaller,
): Promise<CommentRow[]> {
  const rows = await db().execute<CommentRow>(sql`
    select talk.id, talk.uuid, talk.name, talk.rating, talk.rating_comment as comment, talk.rated_at
    from (${conversations(which, mine)}) talk
    where talk.rating_comment is not null and ${isMember(mine)}
    order by talk.rated_at desc, talk.id desc limit ${which.limit}::int`);
  return [...rows];
}

const isMember = ({ userId, groupId }: StaffCaller) => sql`exists (select from chat_members reader
  where reader.chat_id = talk.id and reader.user_id = ${userId}::int and reader.group_id = ${groupId}::uuid)`;

export type QuestionRow = {
  id: number;
  text: string;
  created_at: string;
  chat_id: number;
  chat_uuid: string;
  reasons: ("failed" | "nothing_found" | "disliked" | "handed_over")[];
  embedding: string | null;
};

/**
 * Returns insufficiently answered questions from conversations that the caller is a member of, newest first, with the
 * vector of their first chunk.
 * @param modelId model of the vectors
 */
export async function listUnanswered(
  { limit, modelId, ...which }: ReportedConversations & { limit: number; modelId: number },
  mine: StaffCaller,
): Promise<QuestionRow[]> {
  const rows = await db().execute<QuestionRow>(sql`
    with talk as materialized (select * from (${conversations(which, mine)}) talk where ${isMember(mine)}),
    bad as (
      select talk.id as chat_id, talk.uuid, reply.replying_to_id as question_id,
        case when reply.extra ? 'error' then 'failed' else 'nothing_found' end as reason
      from talk join messages reply on reply.chat_id = talk.id
      where reply.user_type = 'assistant' and reply.aside_with_id is null
        and (reply.extra ? 'error' or reply.extra ? 'found_nothing')
      union all
      select talk.id, talk.uuid, reply.replying_to_id, 'disliked'
      from talk join reply_ratings on reply_ratings.session_id = talk.session_id
        join messages reply on reply.id = reply_ratings.message_id
      where not reply_ratings.is_good
      union all
      select talk.id, talk.uuid, talk.handover_message_id, 'handed_over' from talk
      where talk.handover_reason = 'unknown' and talk.handover_message_id is not null)
    select question.id, question.text, question.created_at, bad.chat_id, bad.uuid as chat_uuid,
      to_json(array_agg(distinct bad.reason order by bad.reason)) as reasons,
      (select vector.embedding::text from passages passage
        join passage_vectors vector on vector.passage_id = passage.id and vector.model_id = ${modelId}::int
        where passage.message_id = question.id order by passage.ordinal limit 1) as embedding
    from bad join messages question on question.id = bad.question_id and question.chat_id = bad.chat_id
    where question.user_type = 'guest' and question.aside_with_id is null
    group by question.id, bad.chat_id, bad.uuid order by question.id desc limit ${limit}::int`);
  return [...rows];
}
