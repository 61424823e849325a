import type { Message } from "./message-html";

/** Which messages the visitor and the site are still to be told of: none that were there when the page came. */
export function newsOfMessages() {
  let newestBefore = 0;
  const told = new Set<number>();
  const renewed = new Set<number>();
  return {
    /** Begins with what is there. */
    begin(found: Message[]): void {
      newestBefore = found.at(-1)?.id ?? 0;
      told.clear();
      renewed.clear();
    },
    /** Replies that are written again are news once more. */
    renew(ids: number[]): void {
      for (const id of ids) {
        renewed.add(id);
        told.delete(id);
      }
    },
    is: ({ id }: Message): boolean => (id > newestBefore || renewed.has(id)) && !told.has(id),
    tell: ({ id }: Message): void => void told.add(id),
  };
}
