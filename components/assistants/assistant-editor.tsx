"use client";

import ArrowLeft from "lucide-react/icons/arrow-left";
import { useRouter } from "next/navigation";
import { Suspense, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import type { Assistant } from "@/components/data/assistants";
import { useTranslations } from "@/components/i18n/words";
import { Link } from "@/components/ui/link";
import { Loading } from "@/components/ui/states";
import { TabList } from "@/components/ui/tab-list";
import { useToast } from "@/components/ui/toast";
import type { MembersCreate } from "@/lib/identity/groups/operations";
import { AssistantActions } from "./assistant-actions";
import { AssistantForm } from "./assistant-form";
import { type AssistantDraft, FORM_TABS, type FormTab, isSame, type Tab, toDraft } from "./draft";
import { TryAssistant } from "./try-assistant";
import { useDraft } from "./use-draft";

const Versions = lazy(() => import("./versions").then((file) => ({ default: file.Versions })));
const Ratings = lazy(() => import("./ratings").then((file) => ({ default: file.Ratings })));
const Evaluation = lazy(() => import("./evaluation").then((file) => ({ default: file.Evaluation })));

type AssistantEditorProps = { saved?: Assistant; isAdmin: boolean; creationRight: MembersCreate };

export function AssistantEditor({ saved: initial, isAdmin, creationRight }: AssistantEditorProps) {
  const t = useTranslations("assistants");
  const [saved, setSaved] = useState(initial);
  const [tab, setTab] = useState<Tab>("about");
  const router = useRouter();
  const toast = useToast();
  // The assistant was created and its own page is about to open; until then this page offers no further actions.
  const [created, setCreated] = useState<Assistant>();
  const { draft, setDraft, isDirty, lift } = useDraft(saved ?? created, isAdmin);

  function onSaved(assistant: Assistant, sent: AssistantDraft) {
    if (saved) setSaved(assistant);
    else setCreated(assistant);
    // Keeps input typed during the request.
    setDraft((now) => (isSame(now, sent) ? toDraft(assistant, isAdmin) : now));
    if (!saved) {
      toast(t("created", { name: assistant.name }));
      router.replace(`/assistants/${assistant.id}`);
    }
    // Refreshes cached pages, so that coming back or starting a chat shows the current state.
    router.refresh();
  }
  function onRestored(assistant: Assistant) {
    setSaved(assistant);
    setDraft(toDraft(assistant, isAdmin));
    router.refresh();
  }

  const rights = { isAdmin, canManage: saved?.may_manage ?? true, canShare: creationRight === "shared" };
  const more = saved ? (["versions", "evaluation", "ratings"] as const) : [];
  const tabs = Object.fromEntries([...FORM_TABS, ...more].map((name) => [name, t(`${name}Tab`)]));
  const isForm = FORM_TABS.includes(tab as FormTab);
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-6xl px-4 pt-2 pb-6 md:px-8 md:py-10">
        <header className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Title name={saved?.name} />
          {saved && (
            <AssistantActions assistant={saved} canDuplicate={creationRight !== "nothing"} onRemoved={lift} />
          )}
        </header>
        <TabList
          id="assistant"
          label={t("assistant")}
          tabs={tabs as Record<Tab, string>}
          tab={tab}
          onTab={setTab}
          className="mb-6 flex overflow-x-auto shadow-[inset_0_-1px_var(--color-line)] [scrollbar-width:none]"
          tabClassName="shrink-0 border-b-2 border-transparent px-3 py-2 text-sm whitespace-nowrap text-muted -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink pointer-coarse:py-3"
        />
        <div id="assistant-content" role="tabpanel" aria-labelledby={`assistant-${tab}`}>
          <div hidden={!isForm} className="grid gap-8 lg:grid-cols-[1fr_24rem] [&[hidden]]:hidden">
            <AssistantForm
              {...{ draft, setDraft, saved, rights, tab, onSaved, isDirty }}
              onTab={setTab}
              onPicture={onPicture}
              isMoving={created !== undefined}
            />
            <TryAssistant draft={draft} id={saved?.id} />
          </div>
          {saved && !isForm && (
            <Suspense fallback={<Loading label={t("loading")} className="h-40 rounded-xl" />}>
              {tab === "versions" ? (
                <Versions key={saved.version} assistant={saved} isDirty={isDirty} onRestored={onRestored} />
              ) : tab === "ratings" ? (
                <Ratings assistantId={saved.id} />
              ) : (
                <Evaluation assistant={saved} />
              )}
            </Suspense>
          )}
        </div>
      </div>
    </div>
  );

  function onPicture(assistant: Assistant) {
    setSaved(assistant);
    router.refresh();
  }
}

function Title({ name }: { name: string | undefined }) {
  const t = useTranslations("assistants");
  return (
    <div className="min-w-0 flex-1">
      <Link href="/assistants" className="flex items-center gap-1 text-sm text-muted hover:text-ink">
        <ArrowLeft className="size-4" aria-hidden /> {t("title")}
      </Link>
      <h1 className="mt-1 truncate text-title">{name ?? t("new")}</h1>
    </div>
  );
}
