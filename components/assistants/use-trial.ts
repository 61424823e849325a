"use client";

import { useEffect, useRef, useState } from "react";
import { followRun } from "@/components/chat/follow-run";
import { useProblem } from "@/components/words/problem";
import { useWords } from "@/components/words/words";
import { call } from "@/lib/api/client";
import { chatsApi } from "@/lib/chat/chats/contract";
import { messagesApi } from "@/lib/chat/messages/contract";
import { repliesApi } from "@/lib/conversation/replies/contract";

/** A question of the trial and the reply as far as it has come. */
export type Turn = {
  question: string;
  reply: string;
  state: "waiting" | "running" | "done" | "stopped" | "failed";
  failure?: string;
};

/** A chat with an assistant that is not kept: made with the first question, gone a day after the last one. */
export function useTrial(assistantId: number | undefined) {
  const t = useWords("assistants");
  const problem = useProblem();
  const [turns, setTurns] = useState<Turn[]>([]);
  const chat = useRef<string>(undefined);
  const stream = useRef<string>(undefined);
  const unfollow = useRef<() => void>(undefined);
  const round = useRef(0);
  /** Asked for before the reply had an id. */
  const isStopAsked = useRef(false);
  useEffect(
    () => () => {
      round.current++;
      unfollow.current?.();
    },
    [],
  );

  const last = turns.at(-1);
  const isBusy = last?.state === "waiting" || last?.state === "running";

  async function ask(question: string) {
    if (isBusy || assistantId === undefined) return;
    const mine = ++round.current;
    stream.current = undefined;
    isStopAsked.current = false;
    const show = (change: Partial<Turn>) => {
      if (round.current === mine) setTurns((all) => [...all.slice(0, -1), { ...all.at(-1)!, ...change }]);
    };
    setTurns((all) => [...all, { question, reply: "", state: "waiting" }]);
    try {
      chat.current ??= (
        await call(chatsApi.createChat, {
          body: { name: t("trial"), temp: true, virtual_assistant_id: assistantId },
        })
      ).uuid;
      const sent = await call(messagesApi.sendMessage, {
        params: { chat_id: chat.current },
        body: { message_input: question, is_sync: false },
      });
      if (round.current !== mine) return;
      stream.current = sent.streaming_task_id!;
      if (isStopAsked.current) stop();
      unfollow.current = followRun(stream.current, ({ text, status, finished, error }) => {
        const ending = status === "failed" ? "failed" : status === "cancelled" ? "stopped" : "done";
        if (!finished) show({ reply: text, state: "running" });
        // A failed reply is its reason, which is shown as such.
        else show({ reply: text === error ? "" : text, state: ending, failure: error ?? undefined });
      });
    } catch (error) {
      show({ state: "failed", failure: problem(error) });
    }
  }

  function stop() {
    isStopAsked.current = true;
    if (stream.current)
      void call(repliesApi.stopStream, { params: { streaming_task_id: stream.current } }).catch(() => {});
  }

  function startOver() {
    stop();
    unfollow.current?.();
    round.current++;
    chat.current = undefined;
    stream.current = undefined;
    setTurns([]);
  }

  return { turns, isBusy, ask, stop, startOver };
}
