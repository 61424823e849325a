export const EFFORTS = { none: "None", low: "Low", medium: "Medium", high: "High" };
export type Effort = keyof typeof EFFORTS;

/**
 * Sampling parameters of a chat or assistant. A null in a chat inherits the assistant's value, and a null in an
 * assistant inherits the model's default.
 */
export const sampling = {
  temperature: {
    label: "Temperature",
    help: "Lower is more predictable, higher is more varied.",
    control: { kind: "number", least: 0, most: 2, step: 0.1 },
  },
  reasoning_effort: {
    label: "Reasoning effort",
    help: "How long the model thinks before it replies.",
    control: { kind: "choice", options: EFFORTS },
  },
  max_output_tokens: {
    label: "Maximum length",
    help: "A longer reply is cut off. 100 tokens are about 75 English words.",
    control: { kind: "number", least: 1, most: 1_000_000, step: 1, unit: "tokens" },
  },
} as const;
