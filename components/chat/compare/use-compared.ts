import { type RefObject, useState } from "react";

export function useCompared(writing: RefObject<HTMLTextAreaElement | null>) {
  const [models, setModels] = useState<string[]>();
  const change = (next: string[] | undefined) => {
    setModels(next);
    // After the dialog has returned the focus, which stays there when nothing was chosen.
    if (next || models?.length) requestAnimationFrame(() => writing.current?.focus());
  };
  return {
    models,
    begin: () => setModels([]),
    change,
    /** Returns the models and ends the comparison; undefined if there are none. */
    take: (): string[] | undefined => {
      if (!models?.length) return undefined;
      setModels(undefined);
      return models;
    },
  };
}
