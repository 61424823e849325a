"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import type { ListedChat } from "@/components/data/chats";

// Chats selected for bulk actions, by UUID; undefined while selection is off.
export type Chosen = Pick<ListedChat, "uuid" | "name" | "my_role">;
type Selection = {
  chosen: Map<string, Chosen> | undefined;
  begin: () => void;
  end: () => void;
  toggle: (chat: Chosen) => void;
};

const Context = createContext<Selection>({
  chosen: undefined,
  begin: () => {},
  end: () => {},
  toggle: () => {},
});
export const useSelection = (): Selection => useContext(Context);

export function SelectionProvider({ children }: { children: ReactNode }) {
  const [chosen, setChosen] = useState<Map<string, Chosen>>();
  const selection = useMemo(
    () => ({
      chosen,
      begin: () => setChosen(new Map()),
      end: () => setChosen(undefined),
      toggle: (chat: Chosen) =>
        setChosen((now) => {
          const next = new Map(now);
          if (!next.delete(chat.uuid)) next.set(chat.uuid, chat);
          return next;
        }),
    }),
    [chosen],
  );
  return <Context value={selection}>{children}</Context>;
}
