"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ModelSelect } from "@/components/assistants/model-select";
import { collectionsQuery } from "@/components/data/documents";
import { usePeople } from "@/components/data/people";
import { type Project, refreshWorkspaces } from "@/components/data/workspaces";
import { useTranslations } from "@/components/i18n/words";
import { AudienceFields, useAudienceChoices } from "@/components/people/audience-fields";
import { CheckboxRow } from "@/components/ui/checkbox-row";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Options, Select, Textarea } from "@/components/ui/field";
import { FormActions } from "@/components/ui/form-actions";
import { FormProblem } from "@/components/ui/form-problem";
import { useForm } from "@/components/ui/use-form";
import { call } from "@/lib/api/client";
import { chatWorkspacesApi } from "@/lib/chat/workspaces/operations";
import { MAX_WORKSPACE_INSTRUCTIONS, WORKSPACE_COLORS } from "@/lib/chat/workspaces/settings";
import { ColorField } from "./color-field";

const toDraft = (project?: Project) => ({
  name: project?.name ?? "",
  description: project?.description ?? "",
  icon: project?.icon ?? "",
  color: project?.color ?? null,
  instructions: project?.instructions ?? "",
  virtual_assistant_id: String(project?.virtual_assistant?.id ?? ""),
  model: project?.model ?? "",
  collection_ids: project?.collections.map(({ id }) => id) ?? [],
  usable_by: project?.usable_by ?? ("creator" as const),
  user_ids: project?.user_ids ?? [],
});
type ProjectDraft = ReturnType<typeof toDraft>;

const toBody = (
  { description, icon, virtual_assistant_id, model, usable_by, user_ids, ...draft }: ProjectDraft,
  project: Project | undefined,
) => ({
  ...draft,
  description: description.trim() || null,
  icon: icon.trim() || null,
  model: model || null,
  // Sent when they changed only, because the assistant may be one that this person doesn't see.
  ...(virtual_assistant_id !== toDraft(project).virtual_assistant_id && {
    virtual_assistant_id: virtual_assistant_id === "" ? null : Number(virtual_assistant_id),
  }),
  ...(usable_by !== project?.usable_by && { usable_by }),
  ...(String(user_ids) !== String(project?.user_ids) && { user_ids }),
});

type ProjectFormProps = { project?: Project; onSaved: (project: Project) => void; onClose: () => void };

export function ProjectForm({ project, onSaved, onClose }: ProjectFormProps) {
  const t = useTranslations("projects");
  const client = useQueryClient();
  const { me, assistants } = usePeople();
  const [draft, setDraft] = useState(() => toDraft(project));
  const choices = useAudienceChoices(!project || project.created_by?.id === me.id).map(({ value, help }) => ({
    value,
    help: value === "creator" ? t("creatorHelp") : help,
  }));
  const { faults, text, set, isBusy, problem, wiring } = useForm<ProjectDraft, Project>({
    draft,
    setDraft,
    send: (sent) =>
      project
        ? call(chatWorkspacesApi.updateWorkspace, { params: { id: project.id }, body: toBody(sent, project) })
        : call(chatWorkspacesApi.createWorkspace, { body: toBody(sent, project) }),
    onSaved: async (saved) => {
      onSaved(saved);
      await refreshWorkspaces(client);
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(project ? "edit" : "new")}
      className="w-[min(40rem,calc(100vw-2rem))]"
    >
      <form {...wiring} aria-label={t("project")} className="flex flex-col gap-5 p-0.5">
        <FormProblem
          message={problem ?? faults.usable_by ?? faults.user_ids ?? faults.collection_ids ?? faults.color}
        />
        <div className="flex gap-3">
          <Field label={t("icon")} error={faults.icon} className="w-20 shrink-0">
            {(control) => <Input {...control} {...text("icon")} maxLength={8} autoComplete="off" />}
          </Field>
          <Field label={t("name")} error={faults.name} required className="min-w-0 flex-1">
            {(control) => (
              <Input {...control} {...text("name")} maxLength={100} autoComplete="off" autoFocus />
            )}
          </Field>
        </div>
        <ColorField colors={WORKSPACE_COLORS} value={draft.color} onChange={(color) => set({ color })} />
        <Field label={t("description")} error={faults.description}>
          {(control) => <Input {...control} {...text("description")} maxLength={500} autoComplete="off" />}
        </Field>
        <Field label={t("instructions")} help={t("instructionsHelp")} error={faults.instructions}>
          {(control) => (
            <Textarea
              {...control}
              {...text("instructions")}
              rows={5}
              maxLength={MAX_WORKSPACE_INSTRUCTIONS}
              className="field-sizing-content max-h-80 min-h-28"
            />
          )}
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t("assistant")} help={t("ofNewChats")} error={faults.virtual_assistant_id}>
            {(control) => (
              <Select {...control} {...text("virtual_assistant_id")}>
                <option value="">{t("groupDefault")}</option>
                <Options of={assistants} />
              </Select>
            )}
          </Field>
          <ModelSelect
            value={draft.model}
            byDefault={t("fromAssistant")}
            fault={faults.model}
            onChange={(model) => set({ model })}
          />
        </div>
        <Collections ids={draft.collection_ids} onChange={(collection_ids) => set({ collection_ids })} />
        <AudienceFields legend={t("whoUses")} choices={choices} audience={draft} onChange={set} />
        <p className="text-sm text-muted">{t("chatsStayPrivate")}</p>
        <FormActions onCancel={onClose} isBusy={isBusy} isIncomplete={draft.name.trim() === ""}>
          {t(project ? "save" : "create")}
        </FormActions>
      </form>
    </Dialog>
  );
}

function Collections({ ids, onChange }: { ids: number[]; onChange: (ids: number[]) => void }) {
  const t = useTranslations("projects");
  const { data = [] } = useQuery(collectionsQuery());
  if (data.length === 0) return null;
  return (
    <fieldset>
      <legend className="text-sm font-medium">{t("collections")}</legend>
      <p className="text-sm text-muted">{t("collectionsHelp")}</p>
      <ul className="mt-2 max-h-48 divide-y overflow-y-auto rounded-xl border bg-surface text-sm">
        {data.map(({ id, name, description }) => (
          <CheckboxRow
            key={id}
            name={name}
            note={description ?? ""}
            isChosen={ids.includes(id)}
            onChoose={(isIn) => onChange(isIn ? [...ids, id] : ids.filter((one) => one !== id))}
          />
        ))}
      </ul>
    </fieldset>
  );
}
