"use client";

import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext } from "react";
import { namesQuery } from "@/components/data/chat-members";
import type { Chat } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import { useTranslations } from "@/components/i18n/words";

type NameOf = (userId: number | null) => string;
const Context = createContext<NameOf>(() => "");

/** Provides the names of a chat's members to `useGetName`. A name is empty while it is loading. */
export function MemberNames({ chat, children }: { chat: Chat; children: ReactNode }) {
  const t = useTranslations("chat");
  const { me } = usePeople();
  const { data: members, isFetching } = useQuery({
    ...namesQuery(chat.uuid),
    enabled: chat.members_count > 1,
  });
  const getName = useCallback(
    (userId: number | null) => {
      if (userId === me.id) return me.name;
      const known = members?.find(({ id }) => id === userId)?.full_name;
      // The list doesn't contain people who left or deleted their account, but their messages stay.
      return known ?? (userId !== null && isFetching ? "" : t("formerMember"));
    },
    [t, me, members, isFetching],
  );
  return <Context value={getName}>{children}</Context>;
}

export const useGetName = (): NameOf => useContext(Context);
