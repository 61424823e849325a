export const getWantedModel = (
  chat: { model: string | null },
  assistant?: { model: string | null; modelIsFixed: boolean },
): string | null => (assistant?.modelIsFixed ? assistant.model : (chat.model ?? assistant?.model ?? null));
