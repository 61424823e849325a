import { type RefObject, useState } from "react";

export function useCompared(writing: RefObject<HTMLTextAreaElement | null>) {
  const [models, setModels] = useState<string[]>();
  const change = (next: string[] | undefined) => {
    setModels(next);
    // Runs after the closed dialog has returned the focus. If no models are or were selected, the focus isn't moved.
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
