"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { ModelSelect } from "@/components/assistants/model-select";
import { getSettingChoices, getSettingWords, translateRange } from "@/components/chat/panel/setting-words";
import { ToolSwitchFields } from "@/components/chat/panel/tool-switches";
import { usePeople } from "@/components/data/people";
import { setTask, type WholeTask } from "@/components/data/tasks";
import { useTranslations } from "@/components/i18n/words";
import { Dialog } from "@/components/ui/dialog";
import { EntriesField } from "@/components/ui/entries-field";
import { Field, Input, Options, Select, SwitchField, Textarea } from "@/components/ui/field";
import { FormActions } from "@/components/ui/form-actions";
import { FormProblem } from "@/components/ui/form-problem";
import { NumberField } from "@/components/ui/number-field";
import { useToast } from "@/components/ui/toast";
import { useForm } from "@/components/ui/use-form";
import { call } from "@/lib/api/client";
import { tasksApi } from "@/lib/automation/tasks/operations";
import { type FieldsDraft, getChanges, listFields, toDraft } from "./fields-draft";

type TaskForm = ReturnType<typeof useForm<FieldsDraft, WholeTask>>;

export function EditFields({ task, onClose }: { task: WholeTask; onClose: () => void }) {
  const t = useTranslations("tasks");
  const s = useTranslations("chatSettings");
  const client = useQueryClient();
  const toast = useToast();
  const [before] = useState(() => toDraft(task.fields));
  const [isWhole, setIsWhole] = useState(true);
  const [draft, setDraft] = useState(before);
  const form = useForm<FieldsDraft, WholeTask>({
    draft,
    setDraft,
    send: (sent) =>
      call(tasksApi.updateTask, { params: { id: task.id }, body: { fields: getChanges(sent, before) } }),
    onSaved: async (saved) => {
      await setTask(client, saved);
      toast(
        saved.latest_version_number > task.latest_version_number
          ? t("saved", { version: saved.latest_version_number })
          : t("unchanged"),
      );
      onClose();
    },
  });
  const { faults, set, isBusy, problem, wiring } = form;

  return (
    <Dialog open onClose={onClose} title={t("chatSetup")} className="w-[min(44rem,calc(100vw-2rem))]">
      <form {...wiring} aria-label={t("setupForm")} className="flex flex-col gap-5 p-0.5">
        <p className="text-sm text-muted">{t("savingHelp")}</p>
        {problem && <FormProblem message={problem} />}
        <TextFields form={form} />
        <ChoiceFields {...{ form, draft, before }} />
        <SwitchFields form={form} draft={draft} />
        <ToolFields form={form} draft={draft} />
        {listFields("json").map(({ field, setting }) => (
          <EntriesField
            key={field}
            {...getSettingWords(s, setting)}
            value={JSON.parse(String(draft[field]))}
            error={faults[field]}
            onChange={(value) => {
              setIsWhole(value !== undefined);
              if (value) set({ [field]: JSON.stringify(value) });
            }}
          />
        ))}
        <FormActions onCancel={onClose} isBusy={isBusy} isIncomplete={!isWhole}>
          {t("saveVersion")}
        </FormActions>
      </form>
    </Dialog>
  );
}

function TextFields({ form: { faults, text } }: { form: TaskForm }) {
  const t = useTranslations("tasks");
  const s = useTranslations("chatSettings");
  return listFields("text").map(({ field, setting, control: { longest, rows } }) =>
    rows ? (
      <Field key={field} {...getSettingWords(s, setting)} error={faults[field]}>
        {(control) => (
          <Textarea
            {...control}
            {...text(field)}
            rows={rows}
            maxLength={longest}
            className="field-sizing-content max-h-80"
          />
        )}
      </Field>
    ) : (
      <Field
        key={field}
        {...(field === "name" ? { label: t("chatName") } : getSettingWords(s, setting))}
        error={faults[field]}
      >
        {(control) => (
          <Input
            {...control}
            {...text(field)}
            maxLength={longest}
            autoComplete="off"
            autoFocus={field === "name"}
          />
        )}
      </Field>
    ),
  );
}

type ChoiceFieldsProps = { form: TaskForm; draft: FieldsDraft; before: FieldsDraft };

function ChoiceFields({ form: { faults, set, text }, draft, before }: ChoiceFieldsProps) {
  const s = useTranslations("chatSettings");
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {listFields("assistant").map(({ field, setting }) => (
        <Field key={field} {...getSettingWords(s, setting)} error={faults[field]}>
          {(control) => (
            <AssistantSelect
              {...control}
              {...text(field)}
              hasDefault={before[field] === ""}
              chosen={String(draft[field])}
            />
          )}
        </Field>
      ))}
      {listFields("model").map(({ field }) => (
        <ModelSelect
          key={field}
          value={String(draft[field])}
          byDefault={s("fromAssistant")}
          fault={faults[field]}
          onChange={(model) => set({ [field]: model })}
        />
      ))}
      {listFields("choice").map(({ field, setting }) => (
        <Field key={field} {...getSettingWords(s, setting)} error={faults[field]}>
          {(control) => (
            <Select {...control} {...text(field)}>
              {Object.entries(getSettingChoices(s, setting)).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
      {listFields("number").map(({ field, setting, control }) => (
        <NumberField
          key={field}
          {...getSettingWords(s, setting)}
          error={faults[field]}
          range={translateRange(s, control)}
          value={String(draft[field])}
          byDefault={s("fromAssistant")}
          onChange={(value) => set({ [field]: value })}
          onReset={() => set({ [field]: "" })}
        />
      ))}
    </div>
  );
}

type AssistantSelectProps = ComponentProps<typeof Select> & { hasDefault: boolean; chosen: string };

function AssistantSelect({ hasDefault, chosen, ...rest }: AssistantSelectProps) {
  const t = useTranslations("tasks");
  const s = useTranslations("chatSettings");
  const { assistants } = usePeople();
  const isGone = /^\d+$/.test(chosen) && !assistants.some(({ id }) => String(id) === chosen);
  return (
    <Select {...rest}>
      {hasDefault && <option value="">{t("groupDefault")}</option>}
      <option value="none">{s("noAssistant")}</option>
      {isGone && <option value={chosen}>{s("removedAssistant")}</option>}
      <Options of={assistants} />
    </Select>
  );
}

function SwitchFields({ form: { set }, draft }: { form: TaskForm; draft: FieldsDraft }) {
  const s = useTranslations("chatSettings");
  return (
    <div className="grid gap-4 text-sm sm:grid-cols-2">
      {listFields("switch").map(({ field, setting }) => (
        <SwitchField
          key={field}
          {...getSettingWords(s, setting)}
          value={draft[field] === true}
          onChange={(value) => set({ [field]: value })}
        />
      ))}
    </div>
  );
}

function ToolFields({ form: { faults, set }, draft }: { form: TaskForm; draft: FieldsDraft }) {
  const { assistants } = usePeople();
  const chosen = String(draft.virtual_assistant_id);
  const assistant =
    chosen === ""
      ? assistants.find(({ is_default }) => is_default)
      : assistants.find(({ id }) => String(id) === chosen);
  return listFields("tools").map(({ field }) => (
    <ToolSwitchFields
      key={field}
      assistantId={assistant?.id}
      value={JSON.parse(String(draft[field]))}
      error={faults[field]}
      onChange={(switches) => set({ [field]: JSON.stringify(switches) })}
    />
  ));
}
