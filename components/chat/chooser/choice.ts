export type ChooserChoice = {
  /** Null if only mentioned assistants reply. */
  assistant: { id: number; name: string; avatar: string | null; avatar_url: string | null } | null;
  /** Null selects the assistant's model. */
  model: string | null;
  canChoose: boolean;
  onAssistant: (id: number | null) => void;
  onModel: (model: string | null) => void;
};

// Longer lists get a search field.
export const MAX_ROWS_WITHOUT_SEARCH = 7;

export const getModelName = (id: string): string =>
  id === "builtin" ? "Document finder" : id.slice(id.indexOf(":") + 1);
