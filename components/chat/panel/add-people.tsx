"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useDeferredValue, useEffect, useRef, useState } from "react";
import { type ChatMember, useRefreshMembers } from "@/components/data/chat-members";
import type { Chat } from "@/components/data/chats";
import { someMembersQuery } from "@/components/data/groups";
import { usePeople } from "@/components/data/people";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
import { Avatar } from "@/components/ui/states";
import { call } from "@/lib/api/client";
import { chatMembersApi } from "@/lib/chat/members/operations";
import { listFormat } from "@/lib/platform/words/translate";

const OFFERED = 5;
const isAddress = (text: string) => /^\S+@\S+\.\S+$/.test(text);

type AddPeopleProps = { chat: Chat; members: ChatMember[] };

export function AddPeople({ chat, members }: AddPeopleProps) {
  const t = useTranslations("chatPanel");
  const problem = useProblem();
  const [text, setText] = useState("");
  const [role, setRole] = useState<"member" | "admin">("member");
  const add = useAdding(chat, role, () => setText(""));
  const typed = text.trim();
  const findMatches = useFindMatches(members);
  const [awaited, setAwaited] = useState<string>();
  // Enter adds the typed address or the only match. With several matches, it focuses the first.
  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (typed === "" || add.isPending) return;
    if (isAddress(typed)) return add.mutate({ emails: [typed] });
    const others = await findMatches(typed);
    const named = others.filter(({ full_name }) => full_name.toLowerCase() === typed.toLowerCase());
    const [one] = named.length === 1 ? named : others;
    if (one && (named.length === 1 || others.length === 1)) add.mutate({ user_ids: [one.id] });
    else setAwaited(typed);
  }
  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate className="flex flex-col gap-3">
      <div className="flex items-end gap-2">
        <Field
          label={t("addPeople")}
          className="min-w-0 flex-1"
          error={add.error ? problem(add.error) : undefined}
        >
          {(wiring) => (
            <Input
              {...wiring}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setAwaited(undefined);
                add.reset();
              }}
              placeholder={t("addPlaceholder")}
              maxLength={200}
              autoComplete="off"
            />
          )}
        </Field>
        <div className={add.error ? "w-28 self-start pt-6.5 sm:w-32" : "w-28 sm:w-32"}>
          <Select
            aria-label={t("roleOfNew")}
            value={role}
            onChange={(event) => setRole(event.target.value as "member" | "admin")}
          >
            <option value="member">{t("member")}</option>
            <option value="admin">{t("admin")}</option>
          </Select>
        </div>
      </div>
      {typed && (
        <Offers
          typed={typed}
          isAwaited={awaited === typed}
          onReached={() => setAwaited(undefined)}
          members={members}
          busy={add.isPending ? add.variables : undefined}
          onAdd={(id) => !add.isPending && add.mutate({ user_ids: [id] })}
        />
      )}
      {isAddress(typed) && (
        <Button type="submit" size="small" busy={add.isPending} className="self-start">
          {t("addNamed", { name: typed })}
        </Button>
      )}
      {chat.chat_workspace && (
        <p className="text-muted">{t("projectSeen", { name: chat.chat_workspace.name })}</p>
      )}
      <Added result={add.data} />
    </form>
  );
}

function useAdding(chat: Chat, role: "member" | "admin", onAdded: () => void) {
  const refresh = useRefreshMembers(chat.uuid);
  return useMutation({
    mutationFn: (who: { user_ids: number[] } | { emails: string[] }) =>
      call(chatMembersApi.addChatMembers, { params: { chat_id: chat.uuid }, body: { ...who, role } }),
    onSuccess: async () => {
      onAdded();
      await refresh();
    },
  });
}

// Finds people of the group who aren't members of the chat yet.
function useFindMatches(members: ChatMember[]) {
  const client = useQueryClient();
  const { me } = usePeople();
  return async (typed: string) => {
    const matches = await client.fetchQuery(matchesQuery(me.groupId, typed, members)).catch(() => []);
    return notIn(members, matches);
  };
}

function Added({ result }: { result: ReturnType<typeof useAdding>["data"] }) {
  const t = useTranslations("chatPanel");
  const { added, changed, invited } = result ?? { added: [], changed: [], invited: [] };
  const names = [...added, ...changed].map(({ full_name }) => full_name);
  const list = listFormat(t.locale);
  return (
    <p role="status" className="text-muted empty:hidden">
      {names.length > 0 && t("added", { count: names.length, names: list.format(names) })}
      {invited.length > 0 && t("invited", { count: invited.length, emails: list.format(invited) })}
    </p>
  );
}

const matchesQuery = (group: string, search: string, members: ChatMember[]) =>
  someMembersQuery(group, { search, page_size: Math.min(OFFERED + members.length, 100) });

const notIn = <P extends { id: number }>(members: ChatMember[], people: P[]): P[] =>
  people.filter(({ id }) => !members.some((member) => member.id === id)).slice(0, OFFERED);

type OffersProps = {
  typed: string;
  isAwaited: boolean;
  onReached: () => void;
  members: ChatMember[];
  busy: object | undefined;
  onAdd: (id: number) => void;
};

function Offers({ typed, isAwaited, onReached, members, busy, onAdd }: OffersProps) {
  const t = useTranslations("chatPanel");
  const problem = useProblem();
  const { me } = usePeople();
  const search = useDeferredValue(typed);
  const { data, error } = useQuery(matchesQuery(me.groupId, search, members));
  const others = data && notIn(members, data);
  const list = useRef<HTMLUListElement>(null);
  const isDrawn = search === typed && others !== undefined && others.length > 0;
  useEffect(() => {
    if (!isAwaited || !isDrawn) return;
    list.current?.querySelector("button")?.focus();
    onReached();
  }, [isAwaited, isDrawn, onReached]);
  if (error)
    return (
      <p role="alert" className="text-danger">
        {problem(error)}
      </p>
    );
  if (!others) return <p className="text-muted">{t("searching")}</p>;
  if (others.length === 0) return isAddress(typed) ? null : <p className="text-muted">{t("noMatches")}</p>;
  return (
    <ul ref={list} aria-label={t("peopleOfGroup")} className="flex flex-col gap-1">
      {others.map(({ id, full_name, email }) => (
        <li key={id} className="flex items-center gap-3">
          <Avatar name={full_name} />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{full_name}</span>
            <span className="block truncate text-xs text-muted">{email}</span>
          </span>
          <Button
            size="small"
            aria-label={t("addNamed", { name: full_name })}
            busy={busy !== undefined && "user_ids" in busy && (busy.user_ids as number[])[0] === id}
            onClick={() => onAdd(id)}
          >
            {t("add")}
          </Button>
        </li>
      ))}
    </ul>
  );
}
