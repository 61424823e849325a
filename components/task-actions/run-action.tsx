"use client";

import { useQueryClient } from "@tanstack/react-query";
import Paperclip from "lucide-react/icons/paperclip";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { runsQuery } from "@/components/chat/thread-data";
import { Attachments } from "@/components/composer/attachments";
import { callWithFiles } from "@/components/composer/uploading";
import { useFiles } from "@/components/composer/use-files";
import { Button } from "@/components/ui/button";
import { Field, Select, Textarea } from "@/components/ui/field";
import { call, newId } from "@/lib/api/client";
import { chatsApi } from "@/lib/chats/contract";
import { messagesApi } from "@/lib/messages/contract";
import { taskActionsApi } from "@/lib/task-actions/contract";
import type { Action } from "./data";

type Offered = Pick<Action, "id" | "name" | "description" | "action_name" | "accepted_types">;

/** Runs one of the actions with a text and files, and goes to the chat where the reply comes. */
export function RunAction({
  actions,
  initial,
  onRun,
}: {
  actions: Offered[];
  initial?: number;
  /** Called as it goes to the chat, which may be the open one. */
  onRun?: () => void;
}) {
  const cache = useQueryClient();
  const router = useRouter();
  const { files, add, remove } = useFiles();
  const chooser = useRef<HTMLInputElement>(null);
  /** The same for every try of one run, so that none sends it twice. */
  const key = useRef<string>(undefined);
  const [chosen, setChosen] = useState(initial);
  const [input, setInput] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const action = actions.find(({ id }) => id === chosen) ?? actions[0];
  if (!action) return <p className="text-sm text-muted">There is no action to run.</p>;
  const types = action.accepted_types;
  /** Another run than the one that was tried. */
  const changed = () => {
    key.current = undefined;
    setFailure(undefined);
  };

  async function run(event: FormEvent) {
    event.preventDefault();
    if (isBusy || !action) return;
    if (input.trim() === "") return setFailure("Write what it is about.");
    setIsBusy(true);
    setFailure(undefined);
    key.current ??= newId();
    try {
      const { uuid } = await call(taskActionsApi.openTaskActionChat, { params: { id: action.id } });
      await callWithFiles(taskActionsApi.executeTaskAction, {
        body: {
          task_action_name: action.action_name,
          message_input: input,
          return_original_message: true,
          is_sync: false,
          chat_id: uuid,
        },
        files,
        idempotencyKey: key.current,
      });
      await Promise.all([
        cache.invalidateQueries({ queryKey: [messagesApi.listMessages.path, uuid] }),
        cache.invalidateQueries({ queryKey: runsQuery(uuid).queryKey }),
        cache.invalidateQueries({ queryKey: [chatsApi.listChats.path] }),
      ]);
      router.push(`/chats/${uuid}`);
      onRun?.();
    } catch (error) {
      setFailure((error as Error).message);
      setIsBusy(false);
    }
  }

  return (
    <form onSubmit={(event) => void run(event)} noValidate className="flex flex-col gap-4 p-0.5">
      {actions.length > 1 && (
        <Field label="Action">
          {(wiring) => (
            <Select
              {...wiring}
              value={action.id}
              onChange={(event) => {
                changed();
                setChosen(Number(event.target.value));
              }}
            >
              {actions.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {action.description && <p className="text-sm text-muted">{action.description}</p>}
      <Field label="Your text" error={failure} required>
        {(wiring) => (
          <Textarea
            {...wiring}
            value={input}
            onChange={(event) => {
              changed();
              setInput(event.target.value);
            }}
            rows={5}
            maxLength={100_000}
            placeholder="What it is about, or what to look for in the files"
            className="field-sizing-content max-h-80 min-h-28"
          />
        )}
      </Field>
      <div className="-mx-3">
        <Attachments
          files={files}
          onRemove={(at) => {
            changed();
            remove(at);
          }}
        />
      </div>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label="Files"
        accept={types.map((type) => `.${type}`).join(",") || undefined}
        onChange={(event) => {
          changed();
          void add([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => chooser.current?.click()}>
          <Paperclip className="size-4" aria-hidden /> Add files
        </Button>
        {types.length > 0 && <p className="text-sm text-muted">Takes {types.join(", ")}</p>}
        <Button type="submit" variant="primary" busy={isBusy} className="ml-auto">
          Run
        </Button>
      </div>
    </form>
  );
}
