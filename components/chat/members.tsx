"use client";

import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext } from "react";
import { namesQuery } from "@/components/data/chat-members";
import type { Chat } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";

type NameOf = (userId: number | null) => string;
const Context = createContext<NameOf>(() => "Member");

/** The names of the people in a chat, for whatever shows who wrote or reacted. */
export function MemberNames({ chat, children }: { chat: Chat; children: ReactNode }) {
  const { me } = usePeople();
  const { data: members, isPending } = useQuery({
    ...namesQuery(chat.uuid),
    enabled: chat.members_count > 1,
  });
  const nameOf = useCallback(
    (userId: number | null) => {
      if (userId === me.id) return me.name;
      // Whoever has left, or deleted their account, is in no list; what they wrote stays.
      const gone = userId !== null && isPending ? "Member" : "Former member";
      return members?.find(({ id }) => id === userId)?.full_name ?? gone;
    },
    [me, members, isPending],
  );
  return <Context value={nameOf}>{children}</Context>;
}

export const useNameOf = (): NameOf => useContext(Context);
