/** What a chat and an assistant of it ask for; null where neither names a model. */
export const wantedModel = (
  chat: { model: string | null },
  assistant?: { model: string | null; modelIsFixed: boolean },
): string | null => (assistant?.modelIsFixed ? assistant.model : (chat.model ?? assistant?.model ?? null));
