"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { FormProblem } from "@/components/account/form-problem";
import { usePeople } from "@/components/chat/people";
import { Button } from "@/components/ui/button";
import { Field, Input, Select, Textarea } from "@/components/ui/field";
import { ApiError, call } from "@/lib/api/client";
import { taskActionsApi } from "@/lib/task-actions/contract";
import { type Action, actionNameOf, byField, type Draft, type Faults, inputOf } from "./data";

type Props = {
  draft: Draft;
  setDraft: (draft: Draft) => void;
  saved: Action | undefined;
  isDirty: boolean;
  /** It was made, and the page is being replaced by its own. */
  isMoving: boolean;
  onSaved: (action: Action, sent: Draft) => Promise<void>;
};

export function ActionForm({ draft, setDraft, saved, isDirty, isMoving, onSaved }: Props) {
  const { assistants } = usePeople();
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults>({});
  const save = useMutation({
    mutationFn: (sent: Draft): Promise<Action> =>
      saved
        ? call(taskActionsApi.updateTaskAction, { params: { id: saved.id }, body: inputOf(sent) })
        : call(taskActionsApi.createTaskAction, { body: inputOf(sent) }),
    onSuccess: onSaved,
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      // The only thing that two actions cannot share is what programs call them.
      setFaults(error.status === 409 ? { action_name: error.message } : byField(error.faults));
    },
  });
  const hasFaults = Object.keys(faults).length > 0;
  useEffect(() => {
    if (hasFaults) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [hasFaults, faults]);

  const set = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change });
    const fields = Object.keys(change) as (keyof Draft)[];
    if (fields.some((field) => faults[field]))
      setFaults(
        Object.fromEntries(
          Object.entries(faults).filter(([field]) => !fields.includes(field as keyof Draft)),
        ),
      );
  };
  const text = (field: keyof Draft) => ({
    value: draft[field],
    onChange: (event: { target: { value: string } }) => set({ [field]: event.target.value }),
  });
  /** Programs know an action by its first name: it follows the name only until it is made. */
  const rename = (name: string) => {
    const follows = !saved && draft.action_name === actionNameOf(draft.name);
    set({ name, ...(follows && { action_name: actionNameOf(name) }) });
  };

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending || isMoving) return;
    setFaults({});
    save.mutate(draft);
  }

  return (
    <form ref={form} onSubmit={onSubmit} noValidate aria-label="Action" className="space-y-5">
      {save.error && !hasFaults && <FormProblem message={save.error.message} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" error={faults.name} required>
          {(wiring) => (
            <Input
              {...wiring}
              value={draft.name}
              onChange={(event) => rename(event.target.value)}
              maxLength={100}
              autoComplete="off"
            />
          )}
        </Field>
        <Field
          label="Name for programs"
          help="task_action_name in the API. Small letters, digits and _."
          error={faults.action_name}
          required
        >
          {(wiring) => (
            <Input
              {...wiring}
              {...text("action_name")}
              maxLength={64}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className="font-mono"
            />
          )}
        </Field>
      </div>
      <Field label="Description" help="One sentence for the people who choose it." error={faults.description}>
        {(wiring) => <Input {...wiring} {...text("description")} maxLength={500} autoComplete="off" />}
      </Field>
      <Field
        label="Prompt"
        help={
          <>
            <code>{"{{input}}"}</code> stands for the text that is given; without it the text follows the
            prompt. <code>{"{{files}}"}</code> stands for the names of the files, whose content comes along in
            any case.
          </>
        }
        error={faults.prompt}
        required
      >
        {(wiring) => (
          <Textarea
            {...wiring}
            {...text("prompt")}
            rows={10}
            maxLength={50_000}
            className="field-sizing-content max-h-[32rem] min-h-40"
          />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Assistant" error={faults.assistant}>
          {(wiring) => (
            <Select {...wiring} {...text("assistant")}>
              <option value="">The group's default</option>
              {assistants.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label="File types"
          help="Endings such as pdf, docx. Empty: all that can be added."
          error={faults.accepted_types}
        >
          {(wiring) => (
            <Input
              {...wiring}
              {...text("accepted_types")}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
      </div>
      <div className="flex items-center gap-3">
        <Button type="submit" variant="primary" busy={save.isPending || isMoving}>
          {saved ? "Save changes" : "Create action"}
        </Button>
        <p role="status" className="text-sm text-muted">
          {isDirty ? "Unsaved changes" : save.isSuccess ? "Saved" : ""}
        </p>
      </div>
    </form>
  );
}
