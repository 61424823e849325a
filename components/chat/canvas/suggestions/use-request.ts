import { useEffect, useRef, useState } from "react";
import { streamEvents } from "@/components/data/stream-events";
import { useProblem } from "@/components/i18n/problem";
import { buildPath } from "@/lib/api/client";
import {
  MAX_AROUND_LENGTH,
  MAX_PASSAGE_LENGTH,
  suggestionsApi,
} from "@/lib/replies/canvas-suggestions/operations";

export type SuggestionTask = "shorter" | "longer" | "grammar" | "explain" | "custom";
export type Passage = { text: string; from: number; to: number };
export type SuggestionRequest = { task: SuggestionTask; instruction?: string; passage: Passage };

type Answer =
  | { state: "running" | "done"; request: SuggestionRequest; answer: string }
  | { state: "failed"; request: SuggestionRequest; failure: string }
  | undefined;

/** Asks the chat's model about a passage. `onDone` gets the new passage; explanations stay in `answer`. */
export function useSuggestionRequest(
  chat: string,
  language: string,
  onDone: (passage: Passage, answer: string) => void,
) {
  const problem = useProblem();
  const [answer, setAnswer] = useState<Answer>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function ask(request: SuggestionRequest) {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    const show = (next: Answer) => running.current === mine && setAnswer(next);
    const fail = (failure: string) => show({ state: "failed", request, failure });
    setAnswer({ state: "running", request, answer: "" });
    const { text, from, to } = request.passage;
    const body = {
      language,
      task: request.task,
      instruction: request.instruction,
      passage: text.slice(from, to),
      before: text.slice(Math.max(0, from - MAX_AROUND_LENGTH), from),
      after: text.slice(to, to + MAX_AROUND_LENGTH),
    };
    let written = "";
    try {
      const path = buildPath(suggestionsApi.suggestCanvasChange, { params: { chat_id: chat } });
      for await (const { event, data } of streamEvents<{ text: string; message: string }>(
        path,
        body,
        mine.signal,
      )) {
        if (event === "text") {
          written += data.text;
          show({ state: "running", request, answer: written });
        } else if (event === "error") return fail(data.message);
        else if (event === "done") {
          if (running.current !== mine) return;
          if (request.task === "explain") return show({ state: "done", request, answer: data.text });
          setAnswer(undefined);
          return onDone(request.passage, data.text);
        }
      }
      fail("");
    } catch (error) {
      if (!mine.signal.aborted) fail(problem(error as Error));
    }
  }

  const stop = () => {
    running.current?.abort();
    running.current = undefined;
    setAnswer(undefined);
  };
  return { answer, ask, stop };
}

export const isPassageTooLong = ({ from, to }: { from: number; to: number }): boolean =>
  to - from > MAX_PASSAGE_LENGTH;
