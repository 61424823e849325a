"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useDeferredValue, useState } from "react";
import { usePeople } from "@/components/chat/people";
import type { Chat } from "@/components/chat/thread-data";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
import { Avatar } from "@/components/ui/states";
import { call } from "@/lib/api/client";
import { queryFor } from "@/lib/api/query";
import { chatMembersApi } from "@/lib/chat-members/contract";
import { groupsApi } from "@/lib/groups/contract";
import { type Member, useReadAgain } from "./data";

/** How many colleagues are offered at once. */
const OFFERED = 5;
const isAddress = (text: string) => /^\S+@\S+\.\S+$/.test(text);

/** Adds colleagues of the group by name, and anybody by address. */
export function AddPeople({ chat, members }: { chat: Chat; members: Member[] }) {
  const [text, setText] = useState("");
  const [role, setRole] = useState<"member" | "admin">("member");
  const readAgain = useReadAgain(chat.uuid);
  const add = useMutation({
    mutationFn: (who: { user_ids: number[] } | { emails: string[] }) =>
      call(chatMembersApi.addChatMembers, { params: { chat_id: chat.uuid }, body: { ...who, role } }),
    onSuccess: async () => {
      setText("");
      await readAgain();
    },
  });
  const typed = text.trim();
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isAddress(typed) && !add.isPending) add.mutate({ emails: [typed] });
  }
  const { added, changed, invited } = add.data ?? { added: [], changed: [], invited: [] };
  const names = [...added, ...changed].map(({ full_name }) => full_name).join(", ");
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-3">
      <div className="flex items-end gap-2">
        <Field label="Add people" className="min-w-0 flex-1" error={add.error?.message}>
          {(wiring) => (
            <Input
              {...wiring}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
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

type OffersProps = {
  typed: string;
  members: Member[];
  busy: object | undefined;
  onAdd: (id: number) => void;
};

function Offers({ typed, members, busy, onAdd }: OffersProps) {
  const { me } = usePeople();
  const search = useDeferredValue(typed);
  const { data, error } = useQuery(
    queryFor(groupsApi.listGroupMembers, {
      params: { id: me.groupId },
      query: { search, page_size: Math.min(OFFERED + members.length, 100) },
    }),
  );
  const others = data?.filter(({ id }) => !members.some((member) => member.id === id)).slice(0, OFFERED);
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
    <ul aria-label="People of the group" className="flex flex-col gap-1">
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
