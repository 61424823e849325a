"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { chatsQuery } from "@/components/data/chats";
import { useRefreshDocuments } from "@/components/data/documents";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Select } from "@/components/ui/field";
import { FormActions } from "@/components/ui/form-actions";
import { FormProblem } from "@/components/ui/form-problem";
import { useToast } from "@/components/ui/toast";
import { useForm } from "@/components/ui/use-form";
import { call } from "@/lib/api/client";
import { documentsApi } from "@/lib/knowledge/documents/contract";

/** Keeps a text as a document of the library or of a chat. */
export function SaveText({ name, text, onClose }: { name: string; text: string; onClose: () => void }) {
  const { data } = useInfiniteQuery(chatsQuery());
  const chats = data?.pages.flat() ?? [];
  const say = useToast();
  const readAgain = useRefreshDocuments();
  const [draft, setDraft] = useState({ name, chat: "" });
  const form = useForm({
    draft,
    setDraft,
    send: ({ name, chat }) =>
      call(documentsApi.addDocuments, {
        body: { chat_id: chat || undefined },
        files: [markdownFile(name, text)],
      }),
    onSaved: ([saved], { chat }) => {
      const place = chats.find(({ uuid }) => uuid === chat)?.name;
      say(`${saved?.file_name} is in ${place ? `the documents of “${place}”` : "the library"}.`);
      void readAgain();
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title="Save as document">
      <form {...form.wiring} className="flex flex-col gap-4 p-0.5">
        {form.problem && <FormProblem message={form.problem} />}
        <Field label="Name" help="It is saved as Markdown." error={form.faults.name} required>
          {(wiring) => <Input {...wiring} {...form.text("name")} maxLength={190} autoFocus />}
        </Field>
        <Field label="Where" help={draft.chat ? undefined : "Everybody in the group sees it there."}>
          {(wiring) => (
            <Select {...wiring} {...form.text("chat")}>
              <option value="">Library</option>
              {chats.map(({ uuid, name }) => (
                <option key={uuid} value={uuid}>
                  Chat “{name}”
                </option>
              ))}
            </Select>
          )}
        </Field>
        <FormActions onCancel={onClose} isBusy={form.isBusy} isIncomplete={draft.name.trim() === ""}>
          Save
        </FormActions>
      </form>
    </Dialog>
  );
}

/** A text as a file, whose name has no signs that names of files may not have. */
export const markdownFile = (name: string, text: string): File =>
  new File([text], `${name.trim().replace(/[/\\\p{Cc}]/gu, " ")}.md`, { type: "text/markdown" });
