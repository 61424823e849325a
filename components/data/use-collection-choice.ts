import { useState } from "react";

export type NamedCollection = { id: number; name: string };

// Collections for a chat that is created with its first message.
export function useCollectionChoice() {
  const [collections, setCollections] = useState<NamedCollection[]>([]);
  return {
    collections,
    add: ({ id, name }: NamedCollection) =>
      setCollections((before) => [...before.filter((each) => each.id !== id), { id, name }]),
    remove: (id: number) => setCollections((before) => before.filter((each) => each.id !== id)),
    clear: () => setCollections([]),
  };
}
export type CollectionChoice = ReturnType<typeof useCollectionChoice>;
