import type { ScriptOptions } from "./options";

export type Chosen = Partial<Record<"color" | "position" | "language" | "avatar", string | null>>;

// After this timeout the button appears with defaults.
const MAX_WAIT_MS = 3000;

export async function loadOptions(app: string, chat: string, options: ScriptOptions): Promise<Chosen> {
  if (options.color && options.position && options.language) return {};
  try {
    const response = await fetch(`${app}/api/v1/public/chats/${chat}/launcher`, {
      credentials: "omit",
      priority: "low",
      signal: AbortSignal.timeout(MAX_WAIT_MS),
    });
    return response.ok ? ((await response.json()) as Chosen) : {};
  } catch {
    return {};
  }
}
