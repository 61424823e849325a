"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";

// Chats selected for bulk actions, by UUID; undefined while selection is off.
export type Chosen = { uuid: string; name: string };
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
      toggle: ({ uuid, name }: Chosen) =>
        setChosen((now) => {
          const next = new Map(now);
          if (!next.delete(uuid)) next.set(uuid, { uuid, name });
          return next;
        }),
    }),
    [chosen],
  );
  return <Context value={selection}>{children}</Context>;
}
