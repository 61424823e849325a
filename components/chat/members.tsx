"use client";

import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext } from "react";
import { namesQuery } from "@/components/data/chat-members";
import type { Chat } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import { useWords } from "@/components/words/words";

type NameOf = (userId: number | null) => string;
const Context = createContext<NameOf>(() => "");

/** The names of the people in a chat, for whatever shows who wrote or reacted: empty where one is on its way. */
export function MemberNames({ chat, children }: { chat: Chat; children: ReactNode }) {
  const t = useWords("chat");
  const { me } = usePeople();
  const { data: members, isFetching } = useQuery({
    ...namesQuery(chat.uuid),
    enabled: chat.members_count > 1,
  });
  const nameOf = useCallback(
    (userId: number | null) => {
      if (userId === me.id) return me.name;
      const known = members?.find(({ id }) => id === userId)?.full_name;
      // Whoever has left, or deleted their account, is in no list; what they wrote stays.
      return known ?? (userId !== null && isFetching ? "" : t("formerMember"));
    },
    [t, me, members, isFetching],
  );
  return <Context value={nameOf}>{children}</Context>;
}

export const useNameOf = (): NameOf => useContext(Context);
