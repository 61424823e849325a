"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useDeferredValue, useEffect, useRef, useState } from "react";
import { type Member, useRefreshMembers } from "@/components/data/chat-members";
import type { Chat } from "@/components/data/chats";
import { someMembersQuery } from "@/components/data/groups";
import { usePeople } from "@/components/data/people";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
import { Avatar } from "@/components/ui/states";
import { call } from "@/lib/api/client";
import { chatMembersApi } from "@/lib/chat/members/contract";

/** How many colleagues are offered at once. */
const OFFERED = 5;
const isAddress = (text: string) => /^\S+@\S+\.\S+$/.test(text);

/** Adds colleagues of the group by name, and anybody by address. */
export function AddPeople({ chat, members }: { chat: Chat; members: Member[] }) {
  const [text, setText] = useState("");
  const [role, setRole] = useState<"member" | "admin">("member");
  const readAgain = useRefreshMembers(chat.uuid);
  const add = useMutation({
    mutationFn: (who: { user_ids: number[] } | { emails: string[] }) =>
      call(chatMembersApi.addChatMembers, { params: { chat_id: chat.uuid }, body: { ...who, role } }),
    onSuccess: async () => {
      setText("");
      await readAgain();
    },
  });
  const typed = text.trim();
  const client = useQueryClient();
  const { me } = usePeople();
  /** What somebody asked for by Enter and is to choose from, as soon as it is drawn. */
  const [awaited, setAwaited] = useState<string>();
  /** Enter adds the address or the one person that is meant; of several it leads to the first. */
  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (typed === "" || add.isPending) return;
    if (isAddress(typed)) return add.mutate({ emails: [typed] });
    const found = await client.fetchQuery(foundQuery(me.groupId, typed, members)).catch(() => []);
    const others = notIn(members, found);
    const named = others.filter(({ full_name }) => full_name.toLowerCase() === typed.toLowerCase());
    const [one] = named.length === 1 ? named : others;
    if (one && (named.length === 1 || others.length === 1)) add.mutate({ user_ids: [one.id] });
    else setAwaited(typed);
  }
  const { added, changed, invited } = add.data ?? { added: [], changed: [], invited: [] };
  const names = [...added, ...changed].map(({ full_name }) => full_name).join(", ");
  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate className="flex flex-col gap-3">
      <div className="flex items-end gap-2">
        <Field label="Add people" className="min-w-0 flex-1" error={add.error?.message}>
          {(wiring) => (
            <Input
              {...wiring}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setAwaited(undefined);
                add.reset();
              }}
              placeholder="Name or e-mail address"
              maxLength={200}
              autoComplete="off"
            />
          )}
        </Field>
        <div className={add.error ? "w-32 self-start pt-6.5" : "w-32"}>
          <Select
            aria-label="Role of those who are added"
            value={role}
            onChange={(event) => setRole(event.target.value as "member" | "admin")}
          >
            <option value="member">Member</option>
            <option value="admin">Admin</option>
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
          Add {typed}
        </Button>
      )}
      <p role="status" className="text-muted empty:hidden">
        {names && `${names} can see this chat now.`}
        {invited.length > 0 &&
          `${invited.join(", ")} is not in the group yet: an invitation is on its way. Add them here when they have joined.`}
      </p>
    </form>
  );
}

const foundQuery = (group: string, search: string, members: Member[]) =>
  someMembersQuery(group, { search, page_size: Math.min(OFFERED + members.length, 100) });

const notIn = <P extends { id: number }>(members: Member[], found: P[]): P[] =>
  found.filter(({ id }) => !members.some((member) => member.id === id)).slice(0, OFFERED);

type OffersProps = {
  typed: string;
  /** The first one is to have the focus. */
  isAwaited: boolean;
  onReached: () => void;
  members: Member[];
  busy: object | undefined;
  onAdd: (id: number) => void;
};

function Offers({ typed, isAwaited, onReached, members, busy, onAdd }: OffersProps) {
  const { me } = usePeople();
  const search = useDeferredValue(typed);
  const { data, error } = useQuery(foundQuery(me.groupId, search, members));
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
        {error.message}
      </p>
    );
  if (!others) return <p className="text-muted">Looking…</p>;
  if (others.length === 0)
    return isAddress(typed) ? null : (
      <p className="text-muted">
        Nobody else of the group is called that. Write an e-mail address to invite somebody.
      </p>
    );
  return (
    <ul ref={list} aria-label="People of the group" className="flex flex-col gap-1">
      {others.map(({ id, full_name, email }) => (
        <li key={id} className="flex items-center gap-3">
          <Avatar name={full_name} />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{full_name}</span>
            <span className="block truncate text-xs text-muted">{email}</span>
          </span>
          <Button
            size="small"
            aria-label={`Add ${full_name}`}
            busy={busy !== undefined && "user_ids" in busy && (busy.user_ids as number[])[0] === id}
            onClick={() => onAdd(id)}
          >
            Add
          </Button>
        </li>
      ))}
    </ul>
  );
}
