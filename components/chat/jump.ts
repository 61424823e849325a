import type { QueryClient } from "@tanstack/react-query";
import { knownThread, loadBackTo, type Message, questionOf } from "@/components/data/thread";
import { turnsOf } from "@/lib/platform/thread/order";
import { stretchOf } from "./stretch";

const SHOWN_FOR = 2500;
/** How often in a row a message must not have moved, of so many looks: what is drawn late below it moves it too. */
const STILL = 20;
const LOOKS = 120;
/** Of a reader who goes elsewhere meanwhile. */
const MOVES = ["wheel", "touchmove", "pointerdown", "keydown"];

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
  const moved = new AbortController();
  const { signal } = moved;
  for (const name of MOVES) addEventListener(name, () => moved.abort(), { signal, passive: true });
  let marked: HTMLElement | undefined;
  let top = Number.NaN;
  for (let looks = 0, still = 0; looks < LOOKS && still < STILL && !signal.aborted; looks++) {
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
  const isGone = marked === undefined && !signal.aborted;
  moved.abort();
  return !isGone;
}

function mark(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  element.dataset.marked = "";
  setTimeout(() => {
    delete element.dataset.marked;
  }, SHOWN_FOR);
}
