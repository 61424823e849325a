"use client";

import { useQuery } from "@tanstack/react-query";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { type FormEvent, useState } from "react";
import type { MemoryItem } from "@/components/data/memories";
import { usePeople } from "@/components/data/people";
import { workspacesQuery } from "@/components/data/workspaces";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button, IconButton } from "@/components/ui/button";
import { Field, Input, Options, Select } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { MAX_MEMORY_LENGTH, memoriesApi } from "@/lib/chat/memories/operations";
import { dateFormat } from "@/lib/platform/words/translate";

const SOURCES = { written: "writtenByYou", learned: "learned", imported: "wasImported" } as const;

type MemoryRowProps = { memory: MemoryItem; onChanged: () => Promise<unknown> };

export function MemoryRow({
  memory,
  onChanged,
  onRemove,
}: MemoryRowProps & { onRemove: (memory: MemoryItem) => void }) {
  const t = useTranslations("settingsMemory");
  const toast = useToast();
  const [isEditing, setEditing] = useState(false);
  const keep = async () => {
    try {
      await call(memoriesApi.updateMemory, { params: { id: memory.id }, body: { is_proposed: false } });
      await onChanged();
    } catch (error) {
      toast(error as Error);
    }
  };
  // UTC, so that server and browser render the same.
  const day = dateFormat(t.locale, { dateStyle: "medium", timeZone: "UTC" });
  if (isEditing) return <Edit memory={memory} onChanged={onChanged} onDone={() => setEditing(false)} />;
  return (
    <li className="flex items-center gap-2 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{memory.text}</p>
        <p className="text-sm text-muted">
          {t(SOURCES[memory.source], { date: day.format(new Date(memory.created_at)) })}
          {memory.chat && (
            <>
              {" · "}
              <Link
                href={toChatUrl(memory.chat.uuid, memory.message_id)}
                className="underline underline-offset-2"
              >
                {memory.chat.name}
              </Link>
            </>
          )}
          {memory.virtual_assistant && ` · ${t("onlyWith", { name: memory.virtual_assistant.name })}`}
          {memory.chat_workspace && ` · ${t("onlyIn", { name: memory.chat_workspace.name })}`}
        </p>
      </div>
      {memory.is_proposed && (
        <Button size="small" variant="primary" onClick={() => void keep()}>
          {t("keep")}
        </Button>
      )}
      <IconButton label={t("edit", { memory: memory.text })} onClick={() => setEditing(true)}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={t("delete", { memory: memory.text })} onClick={() => onRemove(memory)}>
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  );
}

const toChatUrl = (uuid: string, message: number | null) =>
  message === null ? `/chats/${uuid}` : `/chats/${uuid}?message=${message}#m-${message}`;

type ScopeProps = {
  label: string;
  all: string;
  of: { id: number; name: string }[];
  value: number | null;
  onChange: (value: number | null) => void;
};
const Scope = ({ label, all, of, value, onChange }: ScopeProps) => (
  <Field label={label}>
    {(wiring) => (
      <Select
        {...wiring}
        value={value ?? ""}
        onChange={({ target }) => onChange(target.value === "" ? null : Number(target.value))}
      >
        <option value="">{all}</option>
        <Options of={of} />
      </Select>
    )}
  </Field>
);

function Edit({ memory, onChanged, onDone }: MemoryRowProps & { onDone: () => void }) {
  const t = useTranslations("settingsMemory");
  const problem = useProblem();
  const { assistants } = usePeople();
  const { data: workspaces = [] } = useQuery(workspacesQuery);
  const [text, setText] = useState(memory.text);
  const [assistant, setAssistant] = useState(memory.virtual_assistant?.id ?? null);
  const [workspace, setWorkspace] = useState(memory.chat_workspace?.id ?? null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const body = { text, virtual_assistant_id: assistant, chat_workspace_id: workspace };
      await call(memoriesApi.updateMemory, { params: { id: memory.id }, body });
      await onChanged();
      onDone();
    } catch (error) {
      setFailure(problem(error));
      setBusy(false);
    }
  };
  return (
    <li className="px-4 py-3">
      <form onSubmit={save} noValidate className="space-y-3">
        <Field label={t("memory")} error={failure}>
          {(wiring) => (
            <Input
              {...wiring}
              autoFocus
              value={text}
              maxLength={MAX_MEMORY_LENGTH}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => event.key === "Escape" && onDone()}
            />
          )}
        </Field>
        <div className="grid gap-3 sm:grid-cols-2">
          <Scope
            label={t("forAssistant")}
            all={t("allAssistants")}
            of={assistants}
            value={assistant}
            onChange={setAssistant}
          />
          <Scope
            label={t("forWorkspace")}
            all={t("allWorkspaces")}
            of={workspaces}
            value={workspace}
            onChange={setWorkspace}
          />
        </div>
        <div className="flex gap-2">
          <Button type="submit" variant="primary" size="small" busy={isBusy} disabled={text.trim() === ""}>
            {t("save")}
          </Button>
          <Button size="small" onClick={onDone}>
            {t("cancel")}
          </Button>
        </div>
      </form>
    </li>
  );
}
