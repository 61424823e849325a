"use client";

import { useEffect, useRef, useState } from "react";
import { streamEvents } from "@/components/data/stream-events";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { buildPath } from "@/lib/api/client";
import { trialsApi } from "@/lib/replies/assistant-trials/operations";
import { type AssistantDraft, toContentInput } from "./draft";

export type TrialTurn = {
  question: string;
  reply: string;
  state: "waiting" | "running" | "done" | "stopped" | "failed";
  failure?: string;
};

/** Lets the user try a draft in a conversation that is not stored. */
export function useTrial(draft: AssistantDraft, id: number | undefined) {
  const t = useTranslations("assistants");
  const problem = useProblem();
  const [turns, setTurns] = useState<TrialTurn[]>([]);
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort("gone"), []);

  const last = turns.at(-1);
  const isBusy = last?.state === "waiting" || last?.state === "running";

  async function ask(question: string) {
    if (isBusy) return;
    const mine = new AbortController();
    asking.current = mine;
    const show = (change: Partial<TrialTurn>) => {
      if (asking.current === mine) setTurns((all) => [...all.slice(0, -1), { ...all.at(-1)!, ...change }]);
    };
    const said = turns.filter(({ state, reply }) => state === "done" && reply !== "");
    setTurns((all) => [...all, { question, reply: "", state: "waiting" }]);
    const messages = [
      ...said.flatMap(({ question, reply }) => [
        { role: "user", text: question },
        { role: "assistant", text: reply },
      ]),
      { role: "user", text: question },
    ].slice(-39);
    const name = draft.name.trim() || t("new");
    try {
      let reply = "";
      const body = { assistant: { ...toContentInput(draft), name }, id, messages };
      for await (const { event, data } of streamEvents<{ text: string; message: string }>(
        buildPath(trialsApi.tryAssistant, {}),
        body,
        mine.signal,
      )) {
        if (event === "text") {
          reply += data.text;
          show({ reply, state: "running" });
        } else if (event === "error") return show({ state: "failed", failure: data.message });
        else if (event === "done") return show({ reply: data.text, state: "done" });
      }
      // The stream ended without a final event.
      show({ state: "failed" });
    } catch (error) {
      show(mine.signal.aborted ? { state: "stopped" } : { state: "failed", failure: problem(error) });
    }
  }

  const stop = () => asking.current?.abort();

  function startOver() {
    stop();
    asking.current = undefined;
    setTurns([]);
  }

  return { turns, isBusy, ask, stop, startOver };
}
