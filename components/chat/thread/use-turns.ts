import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Chat } from "@/components/data/chats";
import { contextQuery } from "@/components/data/context";
import { getAnsweredQuestionId, type Message, type ReplyRun } from "@/components/data/thread";
import { useMoments } from "@/components/i18n/time";
import type { ThreadActions } from "@/components/live/use-thread";
import { type Turn, toTurns } from "@/lib/platform/thread/order";
import { findContinued } from "./continued";
import { findFirstsOfDays } from "./marks";

export function useTurns({ messages, runs }: ThreadActions, hidden: ReadonlySet<number>) {
  const turns = useMemo(() => {
    // A reply that is being regenerated is hidden.
    const replaced = new Set<number | undefined>(
      runs.flatMap((run) => (run.comparison ? [] : run.user_message_id)),
    );
    return toTurns(
      messages.filter((message) => !hidden.has(message.id) && !replaced.has(getAnsweredQuestionId(message))),
      getAnsweredQuestionId,
    );
  }, [messages, runs, hidden]);
  const questions = new Set(turns.map(({ message }) => message.id));
  const runsTo = (id: number | undefined) => runs.filter((run) => run.user_message_id === id);
  const runsFromAfar = runs.filter((run) => !questions.has(run.user_message_id));
  const last = turns.at(-1);
  return {
    turns,
    last,
    runsTo,
    /** Runs that reply to messages which aren't loaded or visible. */
    runsFromAfar,
    isWritingAtEnd: runsFromAfar.length + runsTo(last?.message.id).length > 0,
  };
}

type TurnMarksOptions = { firstNewId: number | undefined; runsTo: (id: number) => ReplyRun[] };

export function useTurnMarks(chat: Chat, turns: Turn<Message>[], { firstNewId, runsTo }: TurnMarksOptions) {
  const moments = useMoments();
  // Memoized: formatting the days of thousands of messages on each keystroke or token is too slow.
  const firstOfDay = useMemo(() => findFirstsOfDays(turns, moments), [turns, moments]);
  // Messages written in the branch are newer than the branch.
  const firstOfBranch = turns.find(({ message }) => message.created_at >= chat.created_at)?.message.id;
  const { data: context } = useQuery({ ...contextQuery(chat.uuid), enabled: false });
  const summary = context?.summary;
  const firstAfterSummary =
    summary && turns.find(({ message }) => message.id > summary.through_message_id)?.message.id;
  const continued = findContinued(
    turns,
    (message, before) =>
      firstOfDay.has(message.id) ||
      [firstNewId, firstOfBranch, firstAfterSummary].includes(message.id) ||
      runsTo(getAnsweredQuestionId(before) ?? before.id).length > 0,
  );
  return { firstNewId, firstOfDay, firstOfBranch, summary, firstAfterSummary, continued };
}
export type TurnMarks = ReturnType<typeof useTurnMarks>;
