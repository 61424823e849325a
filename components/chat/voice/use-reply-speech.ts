import { type Dispatch, type RefObject, type SetStateAction, useCallback, useEffect, useRef } from "react";
import { followRun } from "@/components/data/follow-run";
import type { Outgoing } from "@/components/data/outbox";
import { getAnsweredQuestionId, type Message, type ReplyRun } from "@/components/data/thread";
import { loadReader } from "./read-aloud";
import { detectLanguage, splitIntoSpokenSentences } from "./spoken";
import type { ConversationTurn } from "./use-turn-detection";

type Conversation = { outgoing: Outgoing[]; runs: ReplyRun[]; messages: Message[] };
type ReplySpeechOptions = {
  isSending: boolean;
  /** Id of the last message before the sent one. */
  sentAfter: RefObject<number>;
  setTurn: Dispatch<SetStateAction<ConversationTurn>>;
  listen: () => void;
  /** Receives the function that ends the subscription to the reply. */
  stopFollowing: RefObject<() => void>;
};

export function useReplySpeech(
  { outgoing, runs, messages }: Conversation,
  { isSending, sentAfter, setTurn, listen, stopFollowing }: ReplySpeechOptions,
): void {
  const followed = useRef(new Set<string>());
  const getReader = useSentenceReader(setTurn, listen);
  const isRefused = isSending && outgoing.at(-1)?.failure !== undefined;
  const run = isSending
    ? runs.find(({ streaming_task_id }) => !followed.current.has(streaming_task_id))?.streaming_task_id
    : undefined;
  const reply = isSending
    ? messages.find((message) => (getAnsweredQuestionId(message) ?? 0) > sentAfter.current)
    : undefined;
  useEffect(() => {
    if (isRefused) setTurn("failed");
  }, [isRefused, setTurn]);
  useEffect(() => {
    if (run === undefined) return;
    followed.current.add(run);
    setTurn("thinking");
    const read = getReader();
    let work = Promise.resolve();
    stopFollowing.current();
    let isOver = false;
    const stop = followRun(run, ({ text, finished, status }) => {
      if (isOver) return;
      if (finished && status === "failed") setTurn("failed");
      else work = work.then(() => (isOver ? undefined : read(text, finished)));
    });
    stopFollowing.current = () => {
      isOver = true;
      stop();
    };
  }, [run, getReader, setTurn, stopFollowing]);
  useEffect(() => {
    if (reply && run === undefined) void getReader()(reply.message, true);
  }, [reply, run, getReader]);
}

function useSentenceReader(setTurn: ReplySpeechOptions["setTurn"], listen: () => void) {
  return useCallback(() => {
    let count = 0;
    let language: string | undefined;
    return async (text: string, isWhole: boolean) => {
      const reader = await loadReader();
      const page = document.documentElement.lang || "en";
      const all = splitIntoSpokenSentences(text, language ?? page);
      // The last sentence may be incomplete.
      const ready = isWhole ? all : all.slice(0, -1);
      if (ready.length === 0 && language === undefined) return isWhole ? listen() : undefined;
      if (language === undefined) {
        language = detectLanguage(text, page);
        setTurn("speaking");
        reader.begin(language, (error) => {
          // After an interruption the conversation is already listening.
          setTurn((now) => (now === "speaking" ? (error ? "failed" : "listening") : now));
        });
      }
      reader.push(ready.slice(count), isWhole);
      count = Math.max(count, ready.length);
    };
  }, [setTurn, listen]);
}
