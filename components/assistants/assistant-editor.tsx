"use client";

import ArrowLeft from "lucide-react/icons/arrow-left";
import Link from "next/link";
import { useState } from "react";
import { AssistantForm } from "./assistant-form";
import { RemoveAssistant } from "./remove-assistant";
import { type Assistant, draftOf, isSame } from "./shape";
import { TryAssistant } from "./try-assistant";
import { useUnsavedGuard } from "./use-unsaved-guard";

/** An assistant's form with a chat beside it to try what was saved. */
export function AssistantEditor({ saved: given, mayManage }: { saved?: Assistant; mayManage: boolean }) {
  const [saved, setSaved] = useState(given);
  const [draft, setDraft] = useState(() => draftOf(given));
  const isDirty = !isSame(draft, draftOf(saved));
  const guard = useUnsavedGuard(isDirty);

  function onSaved(assistant: Assistant) {
    setSaved(assistant);
    setDraft(draftOf(assistant));
    // The address of what was just made, without losing the form or the trial.
    if (!saved) window.history.replaceState(null, "", `/assistants/${assistant.id}`);
  }

  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-6xl px-4 py-6 md:px-8 md:py-10">
        <header className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1">
            <Link href="/assistants" className="flex items-center gap-1 text-sm text-muted hover:text-ink">
              <ArrowLeft className="size-4" aria-hidden /> Assistants
            </Link>
            <h1 className="mt-1 truncate font-display text-2xl font-semibold tracking-tight">
              {saved?.name ?? "New assistant"}
            </h1>
          </div>
          {saved && mayManage && <RemoveAssistant assistant={saved} onRemoved={guard.lift} />}
        </header>
        <div className="grid gap-8 lg:grid-cols-[1fr_24rem]">
          <AssistantForm
            draft={draft}
            setDraft={setDraft}
            saved={saved}
            mayManage={mayManage}
            onSaved={onSaved}
            isDirty={isDirty}
          />
          <TryAssistant assistant={saved} isDirty={isDirty} />
        </div>
      </div>
    </div>
  );
}
