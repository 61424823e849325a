"use client";

import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { type FormEvent, useState } from "react";
import type { z } from "zod";
import { Button, IconButton } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { useToast } from "@/components/ui/toast";
import { useProblem } from "@/components/words/problem";
import { useWords } from "@/components/words/words";
import { call } from "@/lib/api/client";
import { LONGEST_MEMORY, type Memory, memoriesApi } from "@/lib/chat/memories/contract";
import { dateFormat } from "@/lib/platform/words/translate";

type Props = { memory: z.output<typeof Memory>; onChanged: () => Promise<unknown> };

/** One remembered fact. */
export function MemoryRow({ memory, onChanged }: Props) {
  const t = useWords("settingsMemory");
  const toast = useToast();
  const [isEditing, setEditing] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const remove = async () => {
    setDeleting(true);
    try {
      await call(memoriesApi.deleteMemory, { params: { id: memory.id } });
      await onChanged();
    } catch (error) {
      toast(error as Error);
      setDeleting(false);
    }
  };
  // In UTC, so that server and browser write the same.
  const day = dateFormat(t.locale, { dateStyle: "medium", timeZone: "UTC" });
  if (isEditing) return <Edit memory={memory} onChanged={onChanged} onDone={() => setEditing(false)} />;
  return (
    <li className="flex items-center gap-2 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{memory.text}</p>
        <p className="text-sm text-muted">
          {t(memory.chat_id === null ? "writtenByYou" : "learned", {
            date: day.format(new Date(memory.created_at)),
          })}
        </p>
      </div>
      <IconButton label={t("edit", { memory: memory.text })} onClick={() => setEditing(true)}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton
        label={t("delete", { memory: memory.text })}
        disabled={isDeleting}
        onClick={() => void remove()}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  );
}

function Edit({ memory, onChanged, onDone }: Props & { onDone: () => void }) {
  const t = useWords("settingsMemory");
  const problem = useProblem();
  const [text, setText] = useState(memory.text);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await call(memoriesApi.updateMemory, { params: { id: memory.id }, body: { text } });
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
              maxLength={LONGEST_MEMORY}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => event.key === "Escape" && onDone()}
            />
          )}
        </Field>
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
