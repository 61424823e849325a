"use client";

import ArrowLeft from "lucide-react/icons/arrow-left";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Assistant } from "@/components/data/assistants";
import { Link } from "@/components/ui/link";
import { useToast } from "@/components/ui/toast";
import { useWords } from "@/components/words/words";
import { AssistantForm } from "./assistant-form";
import { type Draft, draftOf, isSame } from "./draft";
import { RemoveAssistant } from "./remove-assistant";
import { TryAssistant } from "./try-assistant";
import { useDraft } from "./use-draft";

/** An assistant's form with a chat beside it to try what was saved. */
export function AssistantEditor({ saved: given, mayManage }: { saved?: Assistant; mayManage: boolean }) {
  const t = useWords("assistants");
  const [saved, setSaved] = useState(given);
  const router = useRouter();
  const toast = useToast();
  // Just made, and about to be shown on a page of its own; until then this one offers nothing more.
  const [made, setMade] = useState<Assistant>();
  const { draft, setDraft, isDirty, lift } = useDraft(saved ?? made);

  function onSaved(assistant: Assistant, sent: Draft) {
    if (saved) setSaved(assistant);
    else setMade(assistant);
    // What was typed in the meantime stays.
    setDraft((now) => (isSame(now, sent) ? draftOf(assistant) : now));
    if (!saved) {
      toast(t("created", { name: assistant.name }));
      router.replace(`/assistants/${assistant.id}`);
    }
    // Whoever comes back to this page, or starts a chat, must find it as it is now.
    router.refresh();
  }

  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-6xl px-4 py-6 md:px-8 md:py-10">
        <header className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1">
            <Link href="/assistants" className="flex items-center gap-1 text-sm text-muted hover:text-ink">
              <ArrowLeft className="size-4" aria-hidden /> {t("title")}
            </Link>
            <h1 className="mt-1 truncate text-title">{saved?.name ?? t("new")}</h1>
          </div>
          {saved && mayManage && <RemoveAssistant assistant={saved} onRemoved={lift} />}
        </header>
        <div className="grid gap-8 lg:grid-cols-[1fr_24rem]">
          <AssistantForm
            draft={draft}
            setDraft={setDraft}
            saved={saved}
            mayManage={mayManage}
            onSaved={onSaved}
            isMoving={made !== undefined}
            isDirty={isDirty}
          />
          <TryAssistant assistant={saved} isDirty={isDirty} />
        </div>
      </div>
    </div>
  );
}
