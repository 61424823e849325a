import type { Options } from "./options";

/** What the chat's owner has chosen for the button. */
export type Chosen = Partial<Record<"color" | "position" | "language" | "avatar", string | null>>;

/** The button waits for no longer than this. In ms. */
const LONGEST_WAIT = 3000;

/**
 * Asks the server, behind all that the embedding page loads itself; where the
 * snippet says everything there is nothing to ask.
 */
export async function chosenFor(app: string, chat: string, said: Options): Promise<Chosen> {
  if (said.color && said.position && said.language) return {};
  try {
    const response = await fetch(`${app}/api/v1/public/chats/${chat}/launcher`, {
      credentials: "omit",
      priority: "low",
      signal: AbortSignal.timeout(LONGEST_WAIT),
    });
    return response.ok ? ((await response.json()) as Chosen) : {};
  } catch {
    return {};
  }
}
