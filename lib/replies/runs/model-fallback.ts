import { getWantedModel } from "@/lib/chat/model-choice/settings";
import { ModelError } from "@/lib/llm/models/service";

export type FailedAttempt = { model: string; code: string; message: string };

type Choosing = { model: string | null; modelIsFixed: boolean; fallbackModels: string[] };

/** Returns the models to try in order; null stands for the default. */
export const listModelsToTry = (chat: { model: string | null }, assistant: Choosing): (string | null)[] => [
  ...new Set([getWantedModel(chat, assistant), ...assistant.fallbackModels]),
];

type Watching = {
  /** After the first visible output there is no fallback, because readers have seen it. */
  hasBegun: () => boolean;
  passed: FailedAttempt[];
};

/**
 * Tries models in order until one replies.
 * @param attempt reports the id of the model with `named` once it is known
 * @throws the error of the last attempt
 */
export async function tryModels(
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
