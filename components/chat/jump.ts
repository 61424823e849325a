import type { QueryClient } from "@tanstack/react-query";
import { knownThread, loadBackTo, type Message, questionOf } from "@/components/data/thread";
import { turnsOf } from "@/lib/platform/thread/order";
import { stretchOf } from "./stretch";

const SHOWN_FOR = 2500;
/** Consecutive looks at an unchanged position before a jump ends. Content that renders late still moves the message. */
const MIN_STILL_LOOKS = 20;
const MAX_LOOKS = 120;
/** Input by which a reader takes over during a jump. */
const TAKEOVER_EVENTS = ["wheel", "touchmove", "pointerdown", "keydown"];

/**
 * Goes to a message of a thread, however far back, and marks it for a moment.
 * @returns whether it is there
 * @throws ApiError when what lies between cannot be read
 */
export async function jumpTo(client: QueryClient, chat: string, id: number): Promise<boolean> {
  await loadBackTo(client, chat, id);
  const beginning = beginningOf(id, knownThread(client, chat)?.messages ?? []);
  return beginning !== undefined && (await shown(id, beginning));
}

/** Timers also go on in a tab that is not seen. */
const nextFrame = () => new Promise((resolve) => setTimeout(resolve, 16));

/** The message that the turn of a message begins with; undefined when it is not there. */
const beginningOf = (id: number, messages: Message[]): number | undefined =>
  turnsOf(messages, questionOf).find(
    ({ message, replies }) => message.id === id || replies.some((reply) => reply.id === id),
  )?.message.id;

/** Brings a message into the middle of what is seen, and marks it: far out of sight there is only the place of its stretch. */
async function shown(id: number, beginning: number): Promise<boolean> {
  const watching = new AbortController();
  const { signal } = watching;
  for (const name of TAKEOVER_EVENTS)
    addEventListener(name, () => watching.abort(), { signal, passive: true });
  let marked: HTMLElement | undefined;
  let top = Number.NaN;
  for (let looks = 0, still = 0; looks < MAX_LOOKS && still < MIN_STILL_LOOKS && !signal.aborted; looks++) {
    const element = document.getElementById(`m-${id}`);
    const place = element ?? document.querySelector(`[data-stretch="${stretchOf(beginning)}"]`);
    place?.scrollIntoView({ block: "center", behavior: "instant" });
    if (element && element !== marked) mark(element);
    marked = element ?? undefined;
    // What comes into sight around it takes its real height, which moves it.
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
  }, SHOWN_FOR);
}
