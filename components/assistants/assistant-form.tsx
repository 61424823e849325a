"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { AccountField, AreaField } from "@/components/account/fields";
import { FormProblem } from "@/components/account/form-parts";
import { ApiError, call } from "@/lib/api/client";
import { assistantsApi } from "@/lib/assistants/contract";
import { AvatarField } from "./avatar-field";
import { ModelSelect } from "./model-select";
import { type Assistant, byField, type Draft, type Faults, faultsIn, inputOf, listPaths } from "./shape";

type Props = {
  draft: Draft;
  setDraft: (draft: Draft) => void;
  saved: Assistant | undefined;
  isDirty: boolean;
  mayManage: boolean;
  onSaved: (assistant: Assistant) => void;
};

export function AssistantForm({ draft, setDraft, saved, isDirty, mayManage, onSaved }: Props) {
  const cache = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults>({});
  const save = useMutation({
    mutationFn: (): Promise<Assistant> =>
      saved
        ? call(assistantsApi.updateAssistant, { params: { id: saved.id }, body: inputOf(draft) })
        : call(assistantsApi.createAssistant, { body: inputOf(draft) }),
    onSuccess: async (assistant) => {
      onSaved(assistant);
      await Promise.all(listPaths.map((path) => cache.invalidateQueries({ queryKey: [path] })));
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      // The only thing that two assistants cannot share is the mention name.
      setFaults(error.status === 409 ? { mention_name: error.message } : byField(error.faults));
    },
  });
  const hasFaults = Object.keys(faults).length > 0;

  useEffect(() => {
    if (hasFaults) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [hasFaults, faults]);

  const set = <K extends keyof Draft>(field: K, value: Draft[K]) => {
    setDraft({ ...draft, [field]: value });
    if (faults[field]) setFaults({ ...faults, [field]: undefined });
  };
  const text = (field: Exclude<keyof Draft, "is_default">) => ({
    value: draft[field],
    fault: faults[field],
    onChange: (event: { target: { value: string } }) => set(field, event.target.value),
  });

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    const found = faultsIn(draft);
    setFaults(found);
    if (Object.keys(found).length === 0) save.mutate();
  }

  return (
    <form ref={form} onSubmit={onSubmit} noValidate aria-label="Assistant">
      <fieldset disabled={!mayManage} className="space-y-5">
        {!mayManage && (
          <p className="rounded-xl bg-sunken px-4 py-3 text-sm text-muted">
            The owner and the admins of your team can change assistants. You can try this one.
          </p>
        )}
        {save.error && !hasFaults && <FormProblem message={save.error.message} />}
        <div className="grid gap-5 sm:grid-cols-2">
          <AccountField label="Name" required maxLength={100} autoComplete="off" {...text("name")} />
          <AccountField
            label="Mention name"
            hint="Written as @name in any chat. Small letters, digits, - and _."
            placeholder="support"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={65}
            {...text("mention_name")}
          />
        </div>
        <AvatarField {...text("avatar")} name={draft.name} onChoose={(avatar) => set("avatar", avatar)} />
        <AccountField
          label="Description"
          hint="One sentence for the people who choose it."
          maxLength={500}
          autoComplete="off"
          {...text("description")}
        />
        <AreaField
          label="Instructions"
          hint="What it knows, what it should do, how it should sound."
          rows={10}
          className="field-sizing-content max-h-[32rem] min-h-40"
          {...text("instructions")}
        />
        <ModelSelect {...text("model")} />
        <label className="flex items-start gap-2.5 text-sm">
          <input
            type="checkbox"
            checked={draft.is_default}
            onChange={(event) => set("is_default", event.target.checked)}
            className="mt-0.5 size-4 accent-accent"
          />
          <span>
            <span className="font-medium">Default assistant</span>
            <span className="block text-muted">New chats start with it. Only one assistant has this.</span>
          </span>
        </label>
        {mayManage && (
          <div className="flex items-center gap-3">
            <button
              type="submit"
              aria-disabled={save.isPending}
              className="rounded-lg bg-accent px-4 py-2 text-sm font-medium text-on-accent"
            >
              {save.isPending ? "Saving…" : saved ? "Save changes" : "Create assistant"}
            </button>
            <p role="status" className="text-sm text-muted">
              {isDirty ? "Unsaved changes" : save.isSuccess ? "Saved" : ""}
            </p>
          </div>
        )}
      </fieldset>
    </form>
  );
}
