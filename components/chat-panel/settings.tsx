"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { usePeople } from "@/components/chat/people";
import { type Chat, chatQuery } from "@/components/chat/thread-data";
import { call } from "@/lib/api/client";
import type { Setting } from "@/lib/chat/chats/contract";
import { chatsApi } from "@/lib/chat/chats/contract";
import { Places } from "./places";
import { Choice, SwitchRow, Text, Toggle } from "./setting-fields";

const reads: Setting[] = [
  "chat_history",
  "search_in_chat",
  "search_in_documents",
  "search_in_workspace",
  "inherit_context_from_parent",
  "global_memory",
];
const abilities: Setting[] = [
  "summary_enabled",
  "documents_and_collections_enabled",
  "scheduled_jobs_enabled",
  "email_integration_enabled",
  "temp",
];
const pages = { chat: "The thread", canvas: "The canvas", documents: "The documents" };
const orders = {
  "": "As one's list is sorted",
  automatically: "Starred and latest first",
  manually: "By hand",
  by_name: "By name",
  by_created_at: "Newest first",
};

/** All settings of a chat, each with its sentence. They are kept at once. */
export function ChatSettings({ chat }: { chat: Chat }) {
  const { assistants } = usePeople();
  const isReader = chat.my_role === "member";
  const common = { chat, disabled: isReader };
  const current = chat.virtual_assistant;
  return (
    <div className="flex flex-col gap-6 pb-4">
      {isReader && (
        <p className="rounded-xl bg-sunken px-4 py-3 text-muted">
          The owners and admins of this chat can change its settings.
        </p>
      )}
      <Mute chat={chat} />
      <Part title="About">
        <Text
          {...common}
          setting="name"
          value={chat.name}
          maxLength={200}
          toValue={(text) => required(text)}
        />
        <Text
          {...common}
          setting="goal"
          value={chat.goal ?? ""}
          maxLength={10_000}
          rows={3}
          whileWriting
          toValue={(text) => text || null}
        />
        <Choice
          {...common}
          setting="va"
          value={String(current?.id ?? "")}
          options={{
            "": "None",
            ...(current && { [current.id]: current.name }),
            ...Object.fromEntries(assistants.map(({ id, name }) => [id, name])),
          }}
          toValue={(id) => (id ? Number(id) : null)}
        />
        <Text
          {...common}
          setting="memo"
          value={chat.memo ?? ""}
          maxLength={100_000}
          rows={4}
          whileWriting
          toValue={(text) => text}
        />
        <Text
          {...common}
          setting="mention_name"
          value={chat.mention_name ?? ""}
          maxLength={65}
          placeholder="planning"
          toValue={(text) => text.trim().replace(/^@/, "")}
        />
      </Part>
      <Part title="What the assistant reads">
        {reads.map((setting) => (
          <Toggle key={setting} {...common} setting={setting} />
        ))}
      </Part>
      <Part title="What the chat can do">
        {abilities.map((setting) => (
          <Toggle key={setting} {...common} setting={setting} />
        ))}
      </Part>
      <Part title="Where it is">
        <Places {...common} />
        <Choice
          {...common}
          setting="sub_chat_sorting_strategy"
          value={chat.sub_chat_sorting_strategy ?? ""}
          options={orders}
          toValue={(strategy) => strategy || null}
        />
      </Part>
      <Part title="Canvas and more">
        <Choice
          {...common}
          setting="page_type"
          value={chat.page_type}
          options={pages}
          toValue={(page) => page}
        />
        <Text
          {...common}
          setting="canvas"
          value={chat.canvas ?? ""}
          maxLength={1_048_576}
          rows={6}
          whileWriting
          toValue={(text) => text || null}
        />
        <Text
          {...common}
          setting="extra"
          value={JSON.stringify(chat.extra, null, 2)}
          maxLength={65_536}
          rows={5}
          toValue={jsonObject}
        />
      </Part>
    </div>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-4 border-t pt-4">
    <h2 className="font-semibold">{title}</h2>
    {children}
  </section>
);

function required(text: string): string {
  if (text.trim() === "") throw new Error("Must not be empty.");
  return text.trim();
}

function jsonObject(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text || "{}");
  } catch {
    throw new Error("This is not JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error("Must be a JSON object, as in {}.");
  return value;
}

/** One's own, so that everybody may. */
function Mute({ chat }: { chat: Chat }) {
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: (muted: boolean) =>
      call(chatsApi.setMine, { params: { chat_id: chat.uuid }, body: { muted } }),
    onSuccess: (answer) => {
      client.setQueryData(chatQuery(chat.uuid).queryKey, (before) => before && { ...before, ...answer });
      void client.invalidateQueries({ queryKey: [chatsApi.listChats.path] });
    },
  });
  return (
    <SwitchRow
      label="Mute"
      help="No notices of new messages, for you alone."
      value={saving.isPending ? saving.variables : chat.muted}
      disabled={false}
      saving={saving}
      onChange={(muted) => saving.mutate(muted)}
    />
  );
}
