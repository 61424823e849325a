import type { VisitorMessage } from "./message-html";

// A regenerated reply has the id of the earlier one and a later time.
const key = ({ id, created_at }: VisitorMessage) => `${id} ${created_at}`;

export function trackNewMessages() {
  let newestId = 0;
  let newestTime = "";
  const told = new Set<string>();
  return {
    begin(messages: VisitorMessage[]): void {
      newestId = messages.at(-1)?.id ?? 0;
      newestTime =
        messages
          .map(({ created_at }) => created_at)
          .sort()
          .at(-1) ?? "";
      told.clear();
    },
    is: (message: VisitorMessage): boolean =>
      (message.id > newestId || message.created_at > newestTime) && !told.has(key(message)),
    tell: (message: VisitorMessage): void => void told.add(key(message)),
  };
}
