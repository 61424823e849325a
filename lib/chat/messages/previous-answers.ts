import type { MessageRow } from "./queries";

const MAX_PREVIOUS_ANSWERS = 10;

/** Returns `extra.previous` of a text that replaces these replies: their texts and those that they replaced. */
export const toPreviousAnswers = (replies: Pick<MessageRow, "text" | "createdAt" | "extra">[]) =>
  replies
    .flatMap(({ text, createdAt, extra }) => {
      const { previous = [], ...rest } = (extra ?? {}) as { previous?: Record<string, unknown>[] };
      return [...previous, { message: text, created_at: createdAt.toISOString(), extra: rest }];
    })
    .slice(-MAX_PREVIOUS_ANSWERS);
