import type { QueryClient } from "@tanstack/react-query";
import { findCachedThread, getAnsweredQuestionId, loadBackTo, type Message } from "@/components/data/thread";
import { toTurns } from "@/lib/platform/thread/order";
import { toBlockKey } from "./stretch";

const VISIBLE_MS = 2500;
// Consecutive checks with an unchanged position that end a jump. Content that renders late still moves the message.
const MIN_STILL_LOOKS = 20;
const MAX_LOOKS = 120;
// Input by which a reader takes over during a jump.
const TAKEOVER_EVENTS = ["wheel", "touchmove", "pointerdown", "keydown"];

/**
 * Scrolls to a message, loading earlier pages as needed, and highlights it briefly.
 * @returns false if the message no longer exists
 * @throws ApiError when a page can't be loaded
 */
export async function scrollToMessage(client: QueryClient, chat: string, id: number): Promise<boolean> {
  await loadBackTo(client, chat, id);
  const beginning = findTurnStart(id, findCachedThread(client, chat)?.messages ?? []);
  return beginning !== undefined && (await scrollIntoView(id, beginning));
}

// Timers also fire in a hidden tab, unlike animation frames.
const nextFrame = () => new Promise((resolve) => setTimeout(resolve, 16));

const findTurnStart = (id: number, messages: Message[]): number | undefined =>
  toTurns(messages, getAnsweredQuestionId).find(
    ({ message, replies }) => message.id === id || replies.some((reply) => reply.id === id),
  )?.message.id;

// Centers a message and highlights it. If its block isn't rendered, scrolling to the block renders the message.
async function scrollIntoView(id: number, beginning: number): Promise<boolean> {
  const watching = new AbortController();
  const { signal } = watching;
  for (const name of TAKEOVER_EVENTS)
    addEventListener(name, () => watching.abort(), { signal, passive: true });
  let marked: HTMLElement | undefined;
  let top = Number.NaN;
  for (let looks = 0, still = 0; looks < MAX_LOOKS && still < MIN_STILL_LOOKS && !signal.aborted; looks++) {
    const element = document.getElementById(`m-${id}`);
    const place = element ?? document.querySelector(`[data-stretch="${toBlockKey(beginning)}"]`);
    place?.scrollIntoView({ block: "center", behavior: "instant" });
    if (element && element !== marked) mark(element);
    marked = element ?? undefined;
    // Blocks that enter the viewport take their real height, which moves the message.
    const now = element?.getBoundingClientRect().top ?? Number.NaN;
    still = now === top ? still + 1 : 0;
    top = now;
    await nextFrame();
  }
  const isTakenOver = signal.aborted;
  watching.abort();
  return isTakenOver || marked !== undefined;
}

function mark(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  element.dataset.marked = "";
  setTimeout(() => {
    delete element.dataset.marked;
  }, VISIBLE_MS);
}
