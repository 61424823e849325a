import type { Person } from "./person";

/** How long a call may take before the chat is opened without. In ms. */
const LONGEST_CALL = 5000;

/** What the launcher asks of the server, from the embedding site. */
export function serverOf(app: string, chat: string) {
  async function call(
    path: string,
    body: object,
    headers?: Record<string, string>,
  ): Promise<Response | undefined> {
    try {
      return await fetch(`${app}/api/v1/public/chats/${chat}/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
        credentials: "omit",
        signal: AbortSignal.timeout(LONGEST_CALL),
      });
    } catch {
      return undefined;
    }
  }
  return {
    /** Undefined when none can be had; the page then makes itself one. */
    async newSession(page: string): Promise<string | undefined> {
      const response = await call("public-session", { page });
      return response?.ok ? ((await response.json()) as string) : undefined;
    },
    /** Undefined when the server refuses, of which the site's developers are told, or cannot be reached. */
    async identify(
      sid: string,
      person: Person,
    ): Promise<{ session_id: string | null; verified: string[] } | undefined> {
      const response = await call("identity", person, { "x-session-id": sid });
      if (response?.ok) return response.json();
      console.warn("Parley.identify:", (await response?.json().catch(() => undefined)) ?? "no connection");
    },
  };
}
