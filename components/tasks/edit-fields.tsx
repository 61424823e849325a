"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { FormProblem } from "@/components/account/form-problem";
import { usePeople } from "@/components/chat/people";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Select, Switch, Textarea } from "@/components/ui/field";
import { useToast } from "@/components/ui/toast";
import { useForm } from "@/components/ui/use-form";
import { call } from "@/lib/api/client";
import { tasksApi } from "@/lib/automation/tasks/contract";
import { taskQuery, type WholeTask } from "./data";
import { about, changesIn, draftOf, type FieldsDraft, objectIn, switchNames } from "./fields-draft";

const pages = { chat: "Chat", canvas: "Canvas", documents: "Documents" };
const orders = {
  "": "As in the sidebar",
  automatically: "By last message",
  manually: "By hand",
  by_name: "By name",
  by_created_at: "By age",
};

/** Changes what a task's chats start with, which makes a new version. */
export function EditFields({ task, onClose }: { task: WholeTask; onClose: () => void }) {
  const cache = useQueryClient();
  const toast = useToast();
  const { assistants } = usePeople();
  const [before] = useState(() => draftOf(task.fields));
  const [draft, setDraft] = useState(before);
  const { faults, set, text, isBusy, problem, wiring } = useForm<FieldsDraft, WholeTask>({
    draft,
    setDraft,
    send: (sent) =>
      call(tasksApi.updateTask, { params: { id: task.id }, body: { fields: changesIn(sent, before) } }),
    onSaved: async (saved) => {
      cache.setQueryData(taskQuery(task.id).queryKey, saved);
      await Promise.all(
        [tasksApi.listTasks, tasksApi.listTaskVersions, tasksApi.getTaskUse].map(({ path }) =>
          cache.invalidateQueries({ queryKey: [path] }),
        ),
      );
      toast(
        saved.latest_version_number > task.latest_version_number
          ? `Saved as version ${saved.latest_version_number}.`
          : "Nothing has changed.",
      );
      onClose();
    },
  });
  const isExtraBad = draft.extra.trim() !== "" && objectIn(draft.extra) === undefined;
  const long = (field: "goal" | "memo" | "canvas", rows: number, maxLength: number) => (
    <Field {...about(field)} error={faults[field]}>
      {(control) => (
        <Textarea
          {...control}
          {...text(field)}
          rows={rows}
          maxLength={maxLength}
          className="field-sizing-content max-h-80"
        />
      )}
    </Field>
  );
  const choice = (field: "page_type" | "sub_chat_sorting_strategy", options: Record<string, string>) => (
    <Field {...about(field)} error={faults[field]}>
      {(control) => (
        <Select {...control} {...text(field)}>
          {Object.entries(options).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
  const chosen = draft.virtual_assistant_id;
  const isGone = /^\d+$/.test(chosen) && !assistants.some(({ id }) => String(id) === chosen);

  return (
    <Dialog
      open
      onClose={onClose}
      title="What a chat starts with"
      className="w-[min(44rem,calc(100vw-2rem))]"
    >
      <form {...wiring} aria-label="Fields of the task" className="flex flex-col gap-5 p-0.5">
        <p className="text-sm text-muted">
          Saving makes a new version. Chats that were made from an earlier one stay as they are until they are
          updated.
        </p>
        {problem && <FormProblem message={problem} />}
        <Field label="Name of the chat" error={faults.name}>
          {(control) => <Input {...control} {...text("name")} maxLength={200} autoComplete="off" autoFocus />}
        </Field>
        {long("goal", 2, 10_000)}
        {long("memo", 3, 100_000)}
        {long("canvas", 4, 1_048_576)}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field {...about("virtual_assistant_id")} error={faults.virtual_assistant_id}>
            {(control) => (
              <Select {...control} {...text("virtual_assistant_id")}>
                {before.virtual_assistant_id === "" && <option value="">The group's default</option>}
                <option value="none">None</option>
                {isGone && <option value={chosen}>An assistant that was removed</option>}
                {assistants.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {choice("page_type", pages)}
          {choice("sub_chat_sorting_strategy", orders)}
        </div>
        <div className="grid gap-4 text-sm sm:grid-cols-2">
          {switchNames.map((name) => (
            <Flag key={name} name={name} value={draft[name]} onChange={(value) => set({ [name]: value })} />
          ))}
        </div>
        <Field
          {...about("extra")}
          error={faults.extra ?? (isExtraBad ? "This is no JSON object." : undefined)}
        >
          {(control) => (
            <Textarea
              {...control}
              {...text("extra")}
              rows={3}
              spellCheck={false}
              className="field-sizing-content max-h-80 font-mono"
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isBusy} disabled={isExtraBad}>
            Save as a new version
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Flag({ name, value, onChange }: { name: string; value: boolean; onChange: (on: boolean) => void }) {
  const id = useId();
  const { label, help } = about(name);
  return (
    <div className="flex items-start gap-3">
      <Switch aria-labelledby={id} aria-describedby={`${id}-help`} checked={value} onChange={onChange} />
      <div className="min-w-0">
        <p id={id} className="font-medium">
          {label}
        </p>
        <p id={`${id}-help`} className="text-muted">
          {help}
        </p>
      </div>
    </div>
  );
}
