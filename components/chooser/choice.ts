/** What a chat has, and how that is changed. */
export type Choice = {
  /** Who replies; null: nobody who is not mentioned. */
  assistant: { id: number; name: string; avatar: string | null; avatar_url: string | null } | null;
  /** The model of the chat; null: that of whoever replies. */
  model: string | null;
  /** False for those who only see it. */
  mayChoose: boolean;
  onAssistant: (id: number | null) => void;
  onModel: (model: string | null) => void;
};

/** A model without its provider: "gpt-6-astra" of `openai:gpt-6-astra`. */
export const modelName = (id: string): string =>
  id === "builtin" ? "Document finder" : id.slice(id.indexOf(":") + 1);
