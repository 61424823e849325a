"use client";

import { useQuery } from "@tanstack/react-query";
import Undo from "lucide-react/icons/undo-2";
import { type ReactNode, Suspense, useState, useSyncExternalStore } from "react";
import type { z } from "zod";
import { accountStorage } from "@/components/browser/account-storage";
import { lazy } from "@/components/browser/lazy";
import { canvasVersionsQuery } from "@/components/data/canvas";
import type { Chat } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Tabs } from "@/components/ui/panel-tabs";
import { Loading } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import type { CanvasVersion } from "@/lib/chat/canvas/contract";
import { listFormat } from "@/lib/platform/words/translate";
import { useCursors } from "./cursors/use-cursors";
import { EditorField } from "./editor-field";
import { useCanvasStorage } from "./places";
import { useIncomingChanges } from "./suggestions/use-incoming-changes";
import { useReview } from "./suggestions/use-review";
import { type ExportSource, TakeAlong } from "./take-along";
import { type Text, useText } from "./use-text";
import { VersionsButton } from "./versions-button";
import "./editors.css";

const Conflict = lazy(() => import("./conflict").then((file) => ({ default: file.Conflict })));

const SourceReview = lazy(() =>
  import("./suggestions/changed-source").then((file) => ({ default: file.SourceReview })),
);

const RichReview = lazy(() =>
  import("./suggestions/rich-review").then((file) => ({ default: file.RichReview })),
);

const ReviewNotice = lazy(() =>
  import("./suggestions/review-notice").then((file) => ({ default: file.ReviewNotice })),
);

type Tab = "write" | "source" | "preview";

export function TextEditor({
  chat,
  page,
  stored,
  name,
  fileName,
  language,
  isRich = false,
  tabs,
  placeholder,
  preview,
}: {
  chat: Chat;
  /** Id of the page; undefined for the chat's own text. */
  page?: number;
  stored: string;
  name: string;
  fileName: string;
  /** Language of the source, as in Markdown fences. */
  language: string;
  /** Markdown is edited in a rich text editor, and in the tab `source` as text. */
  isRich?: boolean;
  /** The first tab is selected initially; for an empty text, the editing tab is, and for Markdown the last one chosen. */
  tabs: Partial<Record<Tab, string>>;
  placeholder?: string;
  preview: (text: string) => ReactNode;
}) {
  const t = useTranslations("canvas");
  const [tab, choose] = useTab(isRich, stored === "" ? "write" : (Object.keys(tabs)[0] as Tab));
  const isProse = PROSE.includes(language);
  const isRichTab = isRich && tab === "write";
  const text = useText(useCanvasStorage(chat.uuid, page), stored);
  const review = useReview(text, `${chat.uuid} ${page}`);
  useIncomingChanges(chat.uuid, page, text, review, isProse);
  const cursors = useCursors(chat.uuid, page, chat.my_role !== "member" && chat.members_count > 1);
  const { data: versions } = useQuery(canvasVersionsQuery(chat.uuid, page));
  const { me } = usePeople();
  const by = versions?.[0]?.changed_by;
  // The author isn't shown if the reader made the other change, for example in another tab.
  const others = by?.user_id === me.id ? undefined : by;
  const source = { chat: chat.uuid, page, fileName, language, isProse };
  if (chat.my_role === "member")
    return (
      <div className="pt-1.5">
        <h2 className="pb-3 font-semibold max-lg:sr-only">{name}</h2>
        <div className="flex items-center gap-3">
          <Changed version={versions?.[0]} />
          <TakeAlong {...source} text={stored} isSaved>
            <VersionsButton
              {...{ chat, page, isProse, isPreviewed: "preview" in tabs, preview }}
              current={stored}
            />
          </TakeAlong>
        </div>
        {preview(stored)}
        <p className="mt-6 text-muted">{t("readOnly")}</p>
      </div>
    );
  return (
    <>
      <Tabs label={name} tabs={tabs as Record<Tab, string>} tab={tab} onTab={choose}>
        {text.isConflict && text.theirs !== undefined && (
          <Suspense>
            <Conflict text={text} theirs={text.theirs} by={others?.name} />
          </Suspense>
        )}
        {tab === "preview" ? (
          preview(text.draft)
        ) : (
          <Suspense fallback={<Loading label={t("loadingEditor")} className="canvas-field" />}>
            {review.suggested?.isOpen ? (
              isRichTab ? (
                <RichReview review={review} />
              ) : (
                <SourceReview {...{ review, isProse }} />
              )
            ) : (
              <>
                {review.suggested && (
                  <Suspense>
                    <ReviewNotice review={review} />
                  </Suspense>
                )}
                <EditorField
                  {...{ chat, language, placeholder, isProse, review, isRich: isRichTab }}
                  label={t("textOf", { name })}
                  value={text.draft}
                  onChange={text.edit}
                  cursors={cursors.others}
                  onCursor={cursors.sendSoon}
                />
              </>
            )}
          </Suspense>
        )}
      </Tabs>
      <Footer {...{ text, source }} version={versions?.[0]} others={cursors.others}>
        <VersionsButton
          {...{ chat, page, isProse, isPreviewed: "preview" in tabs, preview }}
          current={text.draft}
          onRestore={text.state === "saved" ? text.undo : undefined}
        />
      </Footer>
    </>
  );
}

const PROSE = ["markdown", "text"];

const ignore = () => () => {};

// Remembers in which editor Markdown was edited last.
function useTab(isRich: boolean, initial: Tab): [Tab, (chosen: Tab) => void] {
  const [chosen, setChosen] = useState<Tab>();
  const remembered = useSyncExternalStore(
    ignore,
    (): Tab => (accountStorage.get("canvas-editor") === "source" ? "source" : "write"),
    (): Tab => "write",
  );
  const [first] = useState(initial);
  const choose = (tab: Tab) => {
    setChosen(tab);
    if (isRich && tab !== "preview") accountStorage.set("canvas-editor", tab);
  };
  return [chosen ?? (isRich ? remembered : first), choose];
}

type Version = z.output<typeof CanvasVersion> | undefined;

const states = { saved: "saved", saving: "saving", changed: "unsaved" } as const;

type FooterProps = {
  text: Text;
  version: Version;
  source: ExportSource;
  others: { name: string }[];
  children: ReactNode;
};

function Footer({ text, version, source, others, children }: FooterProps) {
  const t = useTranslations("canvas");
  const toast = useToast();
  const [isUndoing, setUndoing] = useState(false);
  const undo = async () => {
    setUndoing(true);
    await text.undo().catch(toast);
    setUndoing(false);
  };
  const isUndoable = version !== undefined && text.state === "saved";
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-1 pt-3">
      <Button size="small" busy={isUndoing} disabled={!isUndoable} onClick={() => void undo()}>
        <Undo className="size-4" aria-hidden />
        {t("undo")}
      </Button>
      {text.state === "failed" ? (
        <p role="alert" className="text-danger">
          {t("notSaved", { reason: text.failure ?? "" })}{" "}
          <button type="button" onClick={text.retry} className="underline underline-offset-2">
            {t("tryAgain")}
          </button>
        </p>
      ) : (
        <p role="status" className="text-muted">
          {t(states[text.state])}
        </p>
      )}
      {others.length > 0 ? (
        <p className="text-muted">
          {t("alsoHere", { names: listFormat(t.locale).format(others.map(({ name }) => name)) })}
        </p>
      ) : (
        <Changed version={version} />
      )}
      <TakeAlong {...source} text={text.draft} isSaved={text.state === "saved"}>
        {children}
      </TakeAlong>
    </div>
  );
}

function Changed({ version }: { version: Version }) {
  const t = useTranslations("canvas");
  const moments = useMoments();
  if (!version) return null;
  const { created_at, changed_by } = version;
  const values = {
    date: moments.fullTime(created_at),
    time: (text: ReactNode) => <time dateTime={created_at}>{text}</time>,
  };
  return (
    <p className="text-muted">
      {changed_by
        ? t.rich("changedBy", { ...values, name: changed_by.name })
        : t.rich("changedByFormer", values)}
    </p>
  );
}
