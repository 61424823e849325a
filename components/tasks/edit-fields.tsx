"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ModelSelect } from "@/components/assistants/model-select";
import { usePeople } from "@/components/data/people";
import { setTask, type WholeTask } from "@/components/data/tasks";
import { Dialog } from "@/components/ui/dialog";
import { EntriesField } from "@/components/ui/entries-field";
import { Field, Input, Options, Select, SwitchField, Textarea } from "@/components/ui/field";
import { FormActions } from "@/components/ui/form-actions";
import { FormProblem } from "@/components/ui/form-problem";
import { NumberField } from "@/components/ui/number-field";
import { useToast } from "@/components/ui/toast";
import { useForm } from "@/components/ui/use-form";
import { call } from "@/lib/api/client";
import { tasksApi } from "@/lib/automation/tasks/contract";
import { changesIn, draftOf, type FieldsDraft, fieldsOf } from "./fields-draft";

/** Changes what a task's chats start with, which makes a new version. */
export function EditFields({ task, onClose }: { task: WholeTask; onClose: () => void }) {
  const client = useQueryClient();
  const toast = useToast();
  const { assistants } = usePeople();
  const [before] = useState(() => draftOf(task.fields));
  const [isWhole, setIsWhole] = useState(true);
  const [draft, setDraft] = useState(before);
  const { faults, set, text, isBusy, problem, wiring } = useForm<FieldsDraft, WholeTask>({
    draft,
    setDraft,
    send: (sent) =>
      call(tasksApi.updateTask, { params: { id: task.id }, body: { fields: changesIn(sent, before) } }),
    onSaved: async (saved) => {
      await setTask(client, saved);
      toast(
        saved.latest_version_number > task.latest_version_number
          ? `Saved as version ${saved.latest_version_number}.`
          : "Nothing has changed.",
      );
      onClose();
    },
  });
  const isGone = (chosen: string) =>
    /^\d+$/.test(chosen) && !assistants.some(({ id }) => String(id) === chosen);

  return (
    <Dialog
      open
      onClose={onClose}
      title="What a chat starts with"
      className="w-[min(44rem,calc(100vw-2rem))]"
    >
      <form {...wiring} aria-label="Fields of the template" className="flex flex-col gap-5 p-0.5">
        <p className="text-sm text-muted">
          Saving makes a new version. Chats that were made from an earlier one stay as they are until they are
          updated.
        </p>
        {problem && <FormProblem message={problem} />}
        {fieldsOf("text").map(({ field, label, help, control: { longest, rows } }) =>
          rows ? (
            <Field key={field} label={label} help={help} error={faults[field]}>
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
              label={field === "name" ? "Name of the chat" : label}
              help={field === "name" ? undefined : help}
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
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          {fieldsOf("assistant").map(({ field, label, help }) => (
            <Field key={field} label={label} help={help} error={faults[field]}>
              {(control) => (
                <Select {...control} {...text(field)}>
                  {before[field] === "" && <option value="">The group's default</option>}
                  <option value="none">None</option>
                  {isGone(String(draft[field])) && (
                    <option value={String(draft[field])}>An assistant that was removed</option>
                  )}
                  <Options of={assistants} />
                </Select>
              )}
            </Field>
          ))}
          {fieldsOf("model").map(({ field }) => (
            <ModelSelect
              key={field}
              value={String(draft[field])}
              byDefault="The assistant's"
              fault={faults[field]}
              onChange={(model) => set({ [field]: model })}
            />
          ))}
          {fieldsOf("choice").map(({ field, label, help, control: { options } }) => (
            <Field key={field} label={label} help={help} error={faults[field]}>
              {(control) => (
                <Select {...control} {...text(field)}>
                  {Object.entries(options).map(([value, name]) => (
                    <option key={value} value={value}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          ))}
          {fieldsOf("number").map(({ field, label, help, control }) => (
            <NumberField
              key={field}
              label={label}
              help={help}
              error={faults[field]}
              range={control}
              value={String(draft[field])}
              byDefault="The assistant's"
              onChange={(value) => set({ [field]: value })}
              onReset={() => set({ [field]: "" })}
            />
          ))}
        </div>
        <div className="grid gap-4 text-sm sm:grid-cols-2">
          {fieldsOf("switch").map(({ field, label, help }) => (
            <SwitchField
              key={field}
              label={label}
              help={help}
              value={draft[field] === true}
              onChange={(value) => set({ [field]: value })}
            />
          ))}
        </div>
        {fieldsOf("json").map(({ field, label, help }) => (
          <EntriesField
            key={field}
            label={label}
            help={help}
            value={JSON.parse(String(draft[field]))}
            error={faults[field]}
            onChange={(value) => {
              setIsWhole(value !== undefined);
              if (value) set({ [field]: JSON.stringify(value) });
            }}
          />
        ))}
        <FormActions onCancel={onClose} isBusy={isBusy} isIncomplete={!isWhole}>
          Save as a new version
        </FormActions>
      </form>
    </Dialog>
  );
}
