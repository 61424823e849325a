"use client";

import { type ReactNode, useId } from "react";
import { usePeople } from "@/components/data/people";
import type { WholeTask } from "@/components/data/tasks";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { CheckboxRow } from "@/components/ui/checkbox-row";
import { formatBytes } from "@/components/ui/size";
import { listFormat } from "@/lib/platform/words/translate";
import { getFieldLabel } from "./field-texts";
import { hasOthers, type Includable, listTexts, type SaveDraft, type TaskSources } from "./save-draft";

type SavedTextsProps = {
  draft: SaveDraft;
  set: (change: Partial<SaveDraft>) => void;
  material: TaskSources;
  task: WholeTask | undefined;
};

const PREVIEW_CHARACTERS = 160;
const preview = (text: string) =>
  text.length > PREVIEW_CHARACTERS ? `${text.slice(0, PREVIEW_CHARACTERS).toWellFormed()}…` : text;

export function SavedTexts({ draft, set, material, task }: SavedTextsProps) {
  const t = useTranslations("taskSave");
  const s = useTranslations("chatSettings");
  const { chat, pages } = material;
  const texts = listTexts(material);
  if (texts.length === 0) return null;
  const getNote = (field: Includable) => {
    if (field === "extra") return s("extra_help");
    const text = preview(chat[field] ?? "");
    if (field !== "canvas" || pages.length === 0) return text;
    return [text, t("canvasPages", { titles: pages.map(({ title }) => title).join(", ") })]
      .filter(Boolean)
      .join(" · ");
  };
  return (
    <Part title={t("texts")} help={task && t("leftOut", { version: task.latest_version_number })}>
      {texts.map((field) => (
        <CheckboxRow
          key={field}
          name={getFieldLabel(s, field)}
          note={getNote(field)}
          isChosen={draft.include.includes(field)}
          onChoose={(isIn) => set({ include: withOrWithout(draft.include, field, isIn) })}
        />
      ))}
    </Part>
  );
}

export function SavedFiles({
  draft: { files: chosen },
  set,
  material: { chat, files },
  task,
  more,
}: SavedTextsProps & { more: { load: () => void; isLoading: boolean } | undefined }) {
  const t = useTranslations("taskSave");
  const { me } = usePeople();
  if (files.length === 0) return null;
  const isChosen = (id: number) => chosen === "all" || chosen.includes(id);
  const isAll = chosen === "all" || (!more && files.every(({ id }) => isChosen(id)));
  const ids = () => (chosen === "all" ? files.map(({ id }) => id) : chosen);
  return (
    <Part title={t("files")} help={t(task ? "filesOfVersion" : "filesHelp")}>
      {files.length > 1 && (
        <CheckboxRow
          name={t("allFiles", { count: more ? chat.documents_count : files.length })}
          isChosen={isAll}
          onChoose={(isIn) => set({ files: isIn ? "all" : [] })}
        />
      )}
      {files.map(({ id, file_name, size, created_by: person }) => (
        <CheckboxRow
          key={id}
          name={file_name}
          note={
            person && person.id !== me.id
              ? t("addedBy", { size: formatBytes(t.locale, size), name: person.full_name })
              : formatBytes(t.locale, size)
          }
          isChosen={isChosen(id)}
          onChoose={(isIn) => set({ files: withOrWithout(ids(), id, isIn) })}
        />
      ))}
      {more && (
        <li className="px-3 py-2">
          <Button size="small" busy={more.isLoading} onClick={more.load}>
            {t("moreFiles")}
          </Button>
        </li>
      )}
    </Part>
  );
}

export function SavedCollections({
  draft: { collections: chosen },
  set,
  material: { chat },
}: SavedTextsProps) {
  const t = useTranslations("taskSave");
  if (chat.collections.length === 0) return null;
  return (
    <Part title={t("collections")} help={t("collectionsHelp")}>
      {chat.collections.map(({ id, name }) => (
        <CheckboxRow
          key={id}
          name={name}
          isChosen={chosen.includes(id)}
          onChoose={(isIn) => set({ collections: withOrWithout(chosen, id, isIn) })}
        />
      ))}
    </Part>
  );
}

export function SavedMembers({ draft, set, material }: SavedTextsProps) {
  const t = useTranslations("taskSave");
  if (!hasOthers(material)) return null;
  const names = material.members.map(({ full_name }) => full_name);
  return (
    <Part title={t("members")} help={t("membersHelp")}>
      <CheckboxRow
        name={t("allMembers", { count: names.length })}
        note={preview(listFormat(t.locale).format(names))}
        isChosen={draft.members}
        onChoose={(members) => set({ members })}
      />
    </Part>
  );
}

function withOrWithout<T>(all: T[], one: T, isIn: boolean): T[] {
  const others = all.filter((each) => each !== one);
  return isIn ? [...others, one] : others;
}

function Part({ title, help, children }: { title: string; help?: string; children: ReactNode }) {
  const id = useId();
  return (
    <fieldset aria-describedby={help && id}>
      <legend className="font-medium">{title}</legend>
      {help && (
        <p id={id} className="mt-0.5 text-muted">
          {help}
        </p>
      )}
      <ul className="mt-2 max-h-72 divide-y overflow-y-auto rounded-xl border bg-surface">{children}</ul>
    </fieldset>
  );
}
