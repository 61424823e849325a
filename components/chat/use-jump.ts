"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { knownThread, loadOlder, type Message, questionOf } from "@/components/data/thread";
import { useToast } from "@/components/ui/toast";
import { turnsOf } from "@/lib/platform/thread/order";
import { stretchOf } from "./stretch";

const PAGE = 100;
/** So far back a message is looked for: what lies between is read too, so that the thread has no gaps. */
const MOST_PAGES = 100;
const SHOWN_FOR = 2500;

/** Goes to a message of the thread, however far back, and marks it for a moment. */
export function useJump(chat: string): { jump: (id: number) => Promise<void>; isSeeking: boolean } {
  const client = useQueryClient();
  const toast = useToast();
  const [isSeeking, setIsSeeking] = useState(false);

  const jump = useCallback(
    async (id: number) => {
      setIsSeeking(true);
      try {
        await reach(id);
        const beginning = beginningOf(id, knownThread(client, chat)?.messages ?? []);
        const element = beginning === undefined ? undefined : await rendered(id, beginning);
        if (element) mark(element);
        else toast("This message is not there any more.");
      } catch (error) {
        toast(error as Error);
      } finally {
        setIsSeeking(false);
      }

      async function reach(id: number): Promise<void> {
        for (let page = 0; page < MOST_PAGES; page++) {
          const known = knownThread(client, chat);
          const [first] = known?.messages ?? [];
          if (!known?.hasOlder || !first || first.id <= id) return;
          await loadOlder(client, chat, PAGE);
        }
      }
    },
    [chat, client, toast],
  );
  return { jump, isSeeking };
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 30));

/** The message that the turn of a message begins with; undefined when it is not there. */
const beginningOf = (id: number, messages: Message[]): number | undefined =>
  turnsOf(messages, questionOf).find(
    ({ message, replies }) => message.id === id || replies.some((reply) => reply.id === id),
  )?.message.id;

/** The element of a message, in the middle of what is seen: far out of sight there is only the place of its stretch. */
async function rendered(id: number, beginning: number): Promise<HTMLElement | undefined> {
  let settled = 0;
  for (let tries = 0; tries < 60; tries++) {
    const element = document.getElementById(`m-${id}`);
    const place = element ?? document.querySelector(`[data-stretch="${stretchOf(beginning)}"]`);
    place?.scrollIntoView({ block: "center", behavior: "instant" });
    // What comes into sight around it takes its real height, which moves it.
    if (element && ++settled > 3) return element;
    await pause();
  }
  return document.getElementById(`m-${id}`) ?? undefined;
}

function mark(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  element.dataset.marked = "";
  setTimeout(() => {
    delete element.dataset.marked;
  }, SHOWN_FOR);
}
