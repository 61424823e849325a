import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import { addPage } from "@/components/data/canvas";
import type { Chat } from "@/components/data/chats";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Options, Select } from "@/components/ui/field";
import { FormActions } from "@/components/ui/form-actions";
import { FormProblem } from "@/components/ui/form-problem";
import { useForm } from "@/components/ui/use-form";
import { LONGEST_TITLE, type PageKind } from "@/lib/chat/canvas/contract";

type Kind = z.output<typeof PageKind>;

/** What people call the kinds of pages. */
const KINDS: Record<Kind, string> = {
  markdown: "Document (Markdown)",
  text: "Plain text",
  code: "Code",
  html: "Web page (HTML)",
  svg: "Drawing (SVG)",
  mermaid: "Diagram (Mermaid)",
  "vega-lite": "Plot (Vega-Lite)",
  csv: "Table (CSV)",
};
const kinds = Object.entries(KINDS).map(([id, name]) => ({ id, name }));

/** Begins an empty page. */
export function NewPage({
  chat,
  onMade,
  onClose,
}: {
  chat: Chat;
  onMade: (page: number) => void;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [draft, setDraft] = useState({ title: "", kind: "markdown", language: "" });
  const { faults, text, isBusy, problem, wiring } = useForm({
    draft,
    setDraft,
    send: ({ title, kind, language }) =>
      addPage(client, chat.uuid, {
        title,
        kind: kind as Kind,
        language: kind === "code" && language.trim() !== "" ? language : null,
        text: "",
      }),
    onSaved: ({ id }) => {
      onMade(id);
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title="New page">
      <form {...wiring} aria-label="New page" className="flex flex-col gap-4 p-0.5">
        <Field label="Title" error={faults.title}>
          {(control) => (
            <Input {...control} {...text("title")} maxLength={LONGEST_TITLE} autoComplete="off" />
          )}
        </Field>
        <Field label="Kind" error={faults.kind}>
          {(control) => (
            <Select {...control} {...text("kind")}>
              <Options of={kinds} />
            </Select>
          )}
        </Field>
        {draft.kind === "code" && (
          <Field label="Language" help="For its colors, for example python." error={faults.language}>
            {(control) => (
              <Input
                {...control}
                {...text("language")}
                maxLength={50}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
        )}
        {problem && <FormProblem message={problem} />}
        <FormActions onCancel={onClose} isBusy={isBusy}>
          Create
        </FormActions>
      </form>
    </Dialog>
  );
}
