import { type RefObject, useState } from "react";

/** The models that the next message of a composer goes to, if several are to reply to it. */
export function useCompared(writing: RefObject<HTMLTextAreaElement | null>) {
  /** None while they are chosen. */
  const [models, setModels] = useState<string[]>();
  const change = (next: string[] | undefined) => {
    setModels(next);
    // The dialog gives the focus back to where it came from first.
    requestAnimationFrame(() => writing.current?.focus());
  };
  return {
    models,
    /** Has them chosen. */
    begin: () => setModels([]),
    change,
    /** Those that a message is sent to, which ends the choice; undefined when there are none. */
    take: (): string[] | undefined => {
      if (!models?.length) return undefined;
      setModels(undefined);
      return models;
    },
  };
}
