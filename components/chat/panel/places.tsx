"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type Chat, changeChat, chatQuery, everyChatQuery, refreshChats } from "@/components/data/chats";
import { refreshWorkspaces, workspacesQuery } from "@/components/data/workspaces";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { call } from "@/lib/api/client";
import { chatWorkspacesApi } from "@/lib/chat/workspaces/operations";
import { ChoiceRow } from "./setting-fields";

type PlacesProps = { chat: Chat };

export function Places(props: PlacesProps) {
  return (
    <>
      <FolderField {...props} />
      <Parent {...props} />
    </>
  );
}

function useMoved(chat: Chat) {
  const client = useQueryClient();
  return (answer: Partial<Chat>) => {
    changeChat(client, chat.uuid, answer);
    void refreshChats(client);
    void refreshWorkspaces(client);
  };
}

function FolderField({ chat }: PlacesProps) {
  const t = useTranslations("chatPanel");
  const { data: workspaces = [], error } = useQuery(workspacesQuery);
  const current = chat.chat_workspace;
  const saving = useMutation({
    mutationFn: (id: number | null) =>
      call(chatWorkspacesApi.setChatWorkspace, {
        params: { chat_id: chat.uuid },
        body: { chat_workspace_id: id },
      }),
    onSuccess: useMoved(chat),
  });
  return (
    <>
      <ChoiceRow
        label={t("folder")}
        help={t(error ? "foldersFailed" : "folderHelp")}
        options={{
          "": t("noFolder"),
          ...(current && { [current.id]: current.name }),
          ...Object.fromEntries(
            workspaces
              .filter(({ may_use, is_archived }) => may_use && !is_archived)
              .map(({ id, name }) => [id, name]),
          ),
        }}
        value={String(current?.id ?? "")}
        saving={saving}
        onChange={(id) => saving.mutate(id ? Number(id) : null)}
      />
      <NewFolder onMade={(id) => saving.mutate(id)} />
    </>
  );
}

function NewFolder({ onMade }: { onMade: (id: number) => void }) {
  const t = useTranslations("chatPanel");
  const problem = useProblem();
  const client = useQueryClient();
  const [name, setName] = useState<string>();
  const make = useMutation({
    mutationFn: (name: string) =>
      call(chatWorkspacesApi.createWorkspace, { body: { name, usable_by: "creator" } }),
    onSuccess: async ({ id }) => {
      setName(undefined);
      await refreshWorkspaces(client);
      onMade(id);
    },
  });
  if (name === undefined)
    return (
      <Button size="small" className="self-start" onClick={() => setName("")}>
        {t("newFolder")}
      </Button>
    );
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (name?.trim() && !make.isPending) make.mutate(name);
  }
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-2">
      <Field label={t("folderName")} error={make.error ? problem(make.error) : undefined}>
        {(wiring) => (
          <Input
            {...wiring}
            value={name}
            maxLength={100}
            autoComplete="off"
            autoFocus
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="small" variant="primary" busy={make.isPending}>
          {t("create")}
        </Button>
        <Button size="small" onClick={() => setName(undefined)}>
          {t("cancel")}
        </Button>
      </div>
    </form>
  );
}

function Parent({ chat }: PlacesProps) {
  const t = useTranslations("chatPanel");
  const { data: listed, error } = useQuery(everyChatQuery);
  const others = listed?.filter(({ uuid }) => uuid !== chat.uuid) ?? [];
  const parentUuid = chat.parent_chat_uuid;
  // The current parent isn't in the list if it has a parent itself or the reader isn't a member.
  const isUnlisted = listed !== undefined && !others.some(({ uuid }) => uuid === parentUuid);
  const { data: parent } = useQuery({
    ...chatQuery(parentUuid ?? ""),
    enabled: parentUuid !== null && isUnlisted,
    retry: false,
  });
  const saving = useMutation({
    mutationFn: (uuid: string | null) =>
      call(chatWorkspacesApi.setChatParent, {
        params: { chat_id: chat.uuid },
        body: { parent_chat_id: uuid },
      }),
    onSuccess: useMoved(chat),
  });
  return (
    <ChoiceRow
      label={t("parent")}
      help={t(error ? "parentsFailed" : "parentHelp")}
      options={{
        "": t("noParent"),
        ...(parentUuid && { [parentUuid]: parent?.name ?? t("anotherChat") }),
        ...Object.fromEntries(others.map(({ uuid, name }) => [uuid, name])),
      }}
      value={parentUuid ?? ""}
      saving={saving}
      onChange={(uuid) => saving.mutate(uuid || null)}
    />
  );
}
