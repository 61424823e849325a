"use client";

import { usePeople } from "@/components/data/people";
import type { Action } from "@/components/data/task-actions";
import { useTranslations } from "@/components/i18n/words";
import { AudienceFields, useAudienceChoices } from "@/components/people/audience-fields";
import { Button } from "@/components/ui/button";
import { Field, Input, Options, Select, Textarea } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { useForm } from "@/components/ui/use-form";
import { call } from "@/lib/api/client";
import { taskActionsApi } from "@/lib/automation/task-actions/operations";
import { type ActionDraft, parseExtensions, toActionName, toInput } from "./draft";

type ActionFormProps = {
  draft: ActionDraft;
  setDraft: (draft: ActionDraft) => void;
  saved: Action | undefined;
  isDirty: boolean;
  /** True when the action was created and its own page is about to open. */
  isMoving: boolean;
  canShare: boolean;
  onSaved: (action: Action, sent: ActionDraft) => Promise<void>;
};

type ActionFormState = ReturnType<typeof useForm<ActionDraft, Action>>;

export function ActionForm(props: ActionFormProps) {
  const { draft, setDraft, saved, isDirty, isMoving, canShare, onSaved } = props;
  const t = useTranslations("taskActions");
  const { assistants } = usePeople();
  const form = useForm({
    draft,
    setDraft,
    send: (sent): Promise<Action> =>
      saved
        ? call(taskActionsApi.updateTaskAction, { params: { id: saved.id }, body: toInput(sent, saved) })
        : call(taskActionsApi.createTaskAction, { body: toInput(sent, saved) }),
    onSaved,
    isClosed: isMoving,
    // Only the API name must be unique.
    unique: "action_name",
    names: { virtual_assistant_id: "assistant" },
  });
  const { faults, set, text, isBusy, isSaved, problem, wiring } = form;
  return (
    <form {...wiring} aria-label={t("prompt")} className="space-y-5">
      {problem && <FormProblem message={problem} />}
      <NameFields {...{ form, draft }} isNew={!saved} />
      <Field label={t("description")} help={t("descriptionHelp")} error={faults.description}>
        {(wiring) => <Input {...wiring} {...text("description")} maxLength={500} autoComplete="off" />}
      </Field>
      <PromptField form={form} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t("assistant")} error={faults.assistant}>
          {(wiring) => (
            <Select {...wiring} {...text("assistant")}>
              <option value="">{t("groupDefault")}</option>
              <Options of={assistants} />
            </Select>
          )}
        </Field>
      </div>
      <Field label={t("fileTypes")} help={t("fileTypesHelp")} error={faults.accepted_types}>
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
      <CommonTypes
        chosen={parseExtensions(draft.accepted_types)}
        onChoose={(endings) => set({ accepted_types: endings.join(", ") })}
      />
      <ActionAudience {...{ draft, saved, canShare, set }} />
      <div className="flex items-center gap-3">
        <Button type="submit" variant="primary" busy={isBusy}>
          {t(saved ? "save" : "create")}
        </Button>
        <p role="status" className="text-sm text-muted">
          {isDirty ? t("unsaved") : isSaved ? t("saved") : ""}
        </p>
      </div>
    </form>
  );
}

type ActionAudienceProps = Pick<ActionFormProps, "draft" | "saved" | "canShare"> & {
  set: ActionFormState["set"];
};

function ActionAudience({ draft, saved, canShare, set }: ActionAudienceProps) {
  const t = useTranslations("taskActions");
  const ofAudience = useTranslations("audience");
  const { me } = usePeople();
  const choices = useAudienceChoices(!saved || saved.created_by?.id === me.id);
  return (
    <div className="space-y-2">
      <AudienceFields
        legend={t("whoRuns")}
        choices={choices.filter(({ value }) => canShare || value === "creator" || value === saved?.usable_by)}
        audience={draft}
        onChange={set}
      />
      {!canShare && <p className="text-sm text-muted">{ofAudience("ownOnly")}</p>}
    </div>
  );
}

const common = ["pdf", "docx", "xlsx", "pptx", "csv", "txt", "md", "html", "eml", "png", "jpg"];

function CommonTypes({ chosen, onChoose }: { chosen: string[]; onChoose: (endings: string[]) => void }) {
  return (
    <fieldset className="-mt-3 flex flex-wrap gap-1.5">
      <legend className="sr-only">{useTranslations("taskActions")("commonTypes")}</legend>
      {common.map((ending) => {
        const isChosen = chosen.includes(ending);
        return (
          <button
            key={ending}
            type="button"
            aria-pressed={isChosen}
            onClick={() =>
              onChoose(isChosen ? chosen.filter((each) => each !== ending) : [...chosen, ending])
            }
            className="h-8 rounded-full border border-line-strong px-3 text-sm hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent pointer-coarse:h-10"
          >
            {ending}
          </button>
        );
      })}
    </fieldset>
  );
}

type NameFieldsProps = { form: ActionFormState; draft: ActionDraft; isNew: boolean };

function NameFields({ form: { faults, set, text }, draft, isNew }: NameFieldsProps) {
  const t = useTranslations("taskActions");
  // The API name follows the name until the action is created. It can't be changed afterwards.
  const rename = (name: string) => {
    const follows = isNew && draft.action_name === toActionName(draft.name);
    set({ name, ...(follows && { action_name: toActionName(name) }) });
  };

  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label={t("name")} error={faults.name} required>
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
      <Field label={t("apiName")} help={t("apiNameHelp")} error={faults.action_name} required>
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
  );
}

function PromptField({ form: { faults, text } }: { form: ActionFormState }) {
  const t = useTranslations("taskActions");
  return (
    <Field
      label={t("promptText")}
      help={t.rich("promptTextHelp", {
        input: "{{input}}",
        files: "{{files}}",
        text: "{{Topic}}",
        long: "{{Notes: long text}}",
        date: "{{Due: date}}",
        file: "{{Report: file}}",
        choice: "{{Tone: formal | friendly}}",
        code: (text) => <code>{text}</code>,
      })}
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
  );
}
