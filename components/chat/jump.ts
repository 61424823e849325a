import type { QueryClient } from "@tanstack/react-query";
import { knownThread, loadOlder, type Message, questionOf } from "@/components/data/thread";
import { turnsOf } from "@/lib/platform/thread/order";
import { stretchOf } from "./stretch";

const PAGE = 100;
/** So far back a message is looked for: what lies between is read too, so that the thread has no gaps. */
const MOST_PAGES = 100;
const SHOWN_FOR = 2500;

/**
 * Goes to a message of a thread, however far back, and marks it for a moment.
 * @returns whether it is there
 * @throws ApiError when what lies between cannot be read
 */
export async function jumpTo(client: QueryClient, chat: string, id: number): Promise<boolean> {
  for (let page = 0; page < MOST_PAGES; page++) {
    const known = knownThread(client, chat);
    const [first] = known?.messages ?? [];
    if (!known?.hasOlder || !first || first.id <= id) break;
    await loadOlder(client, chat, PAGE);
  }
  const beginning = beginningOf(id, knownThread(client, chat)?.messages ?? []);
  const element = beginning === undefined ? undefined : await rendered(id, beginning);
  if (element) mark(element);
  return element !== undefined;
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
