"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, Suspense, useRef, useState } from "react";
import type { Action } from "@/components/data/task-actions";
import { expireThread } from "@/components/data/thread";
import { callWithFiles } from "@/components/data/uploading";
import { useFiles } from "@/components/data/use-files";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field, Options, Select } from "@/components/ui/field";
import { call, createId } from "@/lib/api/client";
import { taskActionsApi } from "@/lib/automation/task-actions/operations";
import type { VariableValues } from "@/lib/automation/task-actions/settings";
import { RunInput } from "./run-input";
import { useVariables, VariableFields } from "./variable-fields";

type Offered = Pick<Action, "id" | "name" | "description" | "action_name" | "accepted_types" | "variables">;

type RunActionProps = {
  actions: Offered[];
  initial?: number;
  given?: { text: string; files: File[] };
  /** Called before navigating to the chat, which may be the open one. */
  onRun?: () => void;
};

/**
 * Form that runs an action with a text and files and opens the chat with the reply. It has its own Suspense boundary,
 * so that the page stays visible while translations load.
 */
export const RunAction = (props: RunActionProps) => (
  <Suspense>
    <RunForm {...props} />
  </Suspense>
);

function RunForm({ actions, initial, given, onRun }: RunActionProps) {
  const t = useTranslations("taskActions");
  const problem = useProblem();
  const client = useQueryClient();
  const router = useRouter();
  const attached = useFiles(given?.files);
  const { files } = attached;
  // Idempotency key of the current run, reused when the run is retried.
  const key = useRef<string>(undefined);
  const [chosen, setChosen] = useState(initial);
  const [input, setInput] = useState(given?.text ?? "");
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const action = actions.find(({ id }) => id === chosen) ?? actions[0];
  const variables = action?.variables ?? [];
  const entered = useVariables(variables);
  if (!action) return <p className="text-sm text-muted">{t("nothingToRun")}</p>;
  const types = action.accepted_types;
  // Changed input starts a new run, which needs a new idempotency key.
  const changed = () => {
    key.current = undefined;
    setFailure(undefined);
  };

  async function run(event: FormEvent) {
    event.preventDefault();
    if (isBusy || !action) return;
    const filled = variables.length > 0 ? entered.take() : { values: undefined, files: [] };
    if (!filled) return;
    // Without a text, the file names describe the run.
    const about = input.trim() === "" && !filled.values ? files.map(({ name }) => name).join(", ") : input;
    if (about === "" && !filled.values) return setFailure(t("textMissing"));
    setIsBusy(true);
    setFailure(undefined);
    key.current ??= createId();
    try {
      const sent = { text: about, values: filled.values, files: [...files, ...filled.files] };
      const uuid = await executeAction(action, sent, key.current);
      await expireThread(client, uuid);
      router.push(`/chats/${uuid}`);
      onRun?.();
    } catch (error) {
      setFailure(problem(error));
      setIsBusy(false);
    }
  }

  return (
    <form onSubmit={(event) => void run(event)} noValidate className="flex flex-col gap-4 p-0.5">
      {actions.length > 1 && (
        <Field label={t("prompt")}>
          {(wiring) => (
            <Select
              {...wiring}
              value={action.id}
              onChange={(event) => {
                changed();
                setChosen(Number(event.target.value));
              }}
            >
              <Options of={actions} />
            </Select>
          )}
        </Field>
      )}
      {action.description && <p className="text-sm text-muted">{action.description}</p>}
      <VariableFields variables={variables} entered={entered} />
      <RunInput
        isOptional={variables.length > 0}
        input={input}
        files={attached}
        types={types}
        failure={failure}
        onInput={(next) => {
          changed();
          setInput(next);
        }}
        onFiles={changed}
      >
        <Button type="submit" variant="primary" busy={isBusy} className="ms-auto">
          {t("run")}
        </Button>
      </RunInput>
    </form>
  );
}

async function executeAction(
  action: Offered,
  { text, values, files }: { text: string; values: VariableValues | undefined; files: File[] },
  idempotencyKey: string,
): Promise<string> {
  const { uuid } = await call(taskActionsApi.openTaskActionChat, { params: { id: action.id } });
  await callWithFiles(taskActionsApi.executeTaskAction, {
    body: {
      task_action_name: action.action_name,
      task_action_id: action.id,
      message_input: text || undefined,
      variables: values && JSON.stringify(values),
      return_original_message: true,
      is_sync: false,
      chat_id: uuid,
    },
    files,
    idempotencyKey,
  });
  return uuid;
}
