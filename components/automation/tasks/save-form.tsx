"use client";

import { useQueryClient } from "@tanstack/react-query";
import Users from "lucide-react/icons/users";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { refreshChat, refreshChats } from "@/components/data/chats";
import { saveAsTask, type WholeTask } from "@/components/data/tasks";
import { useTranslations } from "@/components/i18n/words";
import { AudienceFields, useAudienceChoices } from "@/components/people/audience-fields";
import { Field, Input } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { useToast } from "@/components/ui/toast";
import { useForm } from "@/components/ui/use-form";
import { createDraft, type SaveDraft, type TaskSources, toBody } from "./save-draft";
import { SavedCollections, SavedFiles, SavedMembers, SavedTexts } from "./saved-parts";

export function SaveForm({
  id,
  material,
  version,
  onNew,
  more,
  onBusy,
  onClose,
}: {
  id: string;
  material: TaskSources;
  version: WholeTask | undefined;
  onNew: (isNew: boolean) => void;
  more: { load: () => void; isLoading: boolean } | undefined;
  onBusy: (isBusy: boolean) => void;
  onClose: () => void;
}) {
  const t = useTranslations("taskSave");
  const client = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const { chat } = material;
  const [draft, setDraft] = useState(() => createDraft(material, version));
  const task = draft.isNew ? undefined : version;
  const { faults, set, text, isBusy, problem, wiring } = useForm<
    SaveDraft,
    Awaited<ReturnType<typeof saveAsTask>>
  >({
    draft,
    setDraft,
    send: (sent) => saveAsTask(client, chat.uuid, toBody(sent, material)),
    onSaved: (saved) => {
      toast({
        text: t("saved", { name: saved.name, version: saved.version_number }),
        action: { label: t("open"), run: () => router.push(`/tasks/${saved.task_id}`) },
      });
      void refreshChats(client);
      void refreshChat(client, chat.uuid);
      onClose();
    },
    names: { document_ids: "files", collection_ids: "collections", include_members: "members" },
  });
  useEffect(() => onBusy(isBusy), [isBusy, onBusy]);
  // Resets the selection, because the safe defaults of a new template and of a new version differ.
  const choose = (isNew: boolean) => {
    const usualName = createDraft(material, task).name;
    const next = createDraft(material, isNew ? undefined : version);
    setDraft({ ...next, name: draft.name === usualName ? next.name : draft.name });
    onNew(isNew);
  };
  const choices = useAudienceChoices(true);
  const parts = { draft, set, material, task };
  return (
    <form {...wiring} id={id} aria-label={t("form")} className="flex flex-col gap-5 p-0.5">
      {draft.usable_by !== "creator" && (
        <p className="flex gap-2.5 rounded-xl bg-sunken px-4 py-3">
          <Users className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
          {t(draft.usable_by === "group" ? "audience" : "audienceSome")}
        </p>
      )}
      <FormProblem
        message={problem ?? faults.files ?? faults.collections ?? faults.members ?? faults.include}
      />
      {version && <SaveAs name={version.name} isNew={draft.isNew} onNew={choose} />}
      <Field label={t("name")} help={t("nameHelp")} error={faults.name} required>
        {(control) => <Input {...control} {...text("name")} maxLength={200} autoComplete="off" autoFocus />}
      </Field>
      {!task && <AudienceFields legend={t("whoUses")} choices={choices} audience={draft} onChange={set} />}
      <SavedTexts {...parts} />
      <SavedFiles {...parts} more={more} />
      <SavedCollections {...parts} />
      <SavedMembers {...parts} />
      <p className="text-muted">{t("always")}</p>
    </form>
  );
}

function SaveAs({ name, isNew, onNew }: { name: string; isNew: boolean; onNew: (isNew: boolean) => void }) {
  const t = useTranslations("taskSave");
  const choices = [
    { value: false, label: t("asVersion", { name }), help: t("asVersionHelp") },
    { value: true, label: t("asNew"), help: undefined },
  ];
  return (
    <fieldset className="space-y-2">
      <legend className="font-medium">{t("saveAs")}</legend>
      {choices.map(({ value, label, help }) => (
        <label key={label} className="mt-2 flex items-start gap-3">
          <input
            type="radio"
            name="save-as"
            checked={isNew === value}
            onChange={() => onNew(value)}
            className="mt-1 size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0">
            <span className="block wrap-anywhere">{label}</span>
            {help && <span className="text-muted">{help}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
