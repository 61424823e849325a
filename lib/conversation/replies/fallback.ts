import { ModelError } from "@/lib/ai/models/service";
import { wantedModel } from "@/lib/chat/model-choice/contract";

/** A model that was asked before the one that replied, and why it did not: `extra.passed_over` of the reply. */
export type PassedOver = { model: string; code: string; message: string };

type Choosing = { model: string | null; modelIsFixed: boolean; fallbackModels: string[] };

/** The models that an assistant asks in a chat, in turn; null for the default. */
export const modelsInTurn = (chat: { model: string | null }, assistant: Choosing): (string | null)[] => [
  ...new Set([wantedModel(chat, assistant), ...assistant.fallbackModels]),
];

type Watching = {
  /** Whether the reply has begun: what readers have seen begin is not begun again by another model. */
  hasBegun: () => boolean;
  /** The models that were asked in vain, to which more are added. */
  passed: PassedOver[];
};

/**
 * Has one model after the other try to reply, until one does.
 * @param attempt Answers with the name of the model as soon as it is known, by `named`
 * @throws what the last one that was asked threw
 */
export async function untilOneReplies(
  models: (string | null)[],
  attempt: (wanted: string | null, named: (id: string) => void) => Promise<void>,
  { hasBegun, passed }: Watching,
): Promise<void> {
  for (const [at, wanted] of models.entries()) {
    let model = wanted ?? "default";
    const named = (id: string) => {
      model = id;
    };
    try {
      return await attempt(wanted, named);
    } catch (error) {
      const isLast = at === models.length - 1;
      if (!(error instanceof ModelError) || isLast || hasBegun()) throw error;
      passed.push({ model, code: error.code, message: error.message });
    }
  }
}
