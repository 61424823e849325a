"use client";

import { useQuery } from "@tanstack/react-query";
import Undo from "lucide-react/icons/undo-2";
import { type ReactNode, Suspense, useState } from "react";
import type { z } from "zod";
import { lazy } from "@/components/browser/lazy";
import { canvasVersionsQuery } from "@/components/data/canvas";
import type { Chat } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Tabs } from "@/components/ui/panel-tabs";
import { useToast } from "@/components/ui/toast";
import type { CanvasVersion } from "@/lib/chat/canvas/contract";
import { useCanvasStorage } from "./places";
import { TakeAlong } from "./take-along";
import { type Text, useText } from "./use-text";

const Conflict = lazy(() => import("./conflict").then((file) => ({ default: file.Conflict })));

const MAX_TEXT_LENGTH = 1_048_576;

type Tab = "write" | "preview";

export function TextEditor({
  chat,
  page,
  stored,
  name,
  fileName,
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
  /** The first tab is selected initially; for an empty text, the editing tab is. */
  tabs: Partial<Record<Tab, string>>;
  placeholder?: string;
  preview: (text: string) => ReactNode;
}) {
  const t = useTranslations("canvas");
  const [tab, setTab] = useState(stored === "" ? "write" : (Object.keys(tabs)[0] as Tab));
  const text = useText(useCanvasStorage(chat.uuid, page), stored);
  const { data: versions } = useQuery(canvasVersionsQuery(chat.uuid, page));
  const { me } = usePeople();
  const by = versions?.[0]?.changed_by;
  // The author isn't shown if the reader made the other change, for example in another tab.
  const others = by?.user_id === me.id ? undefined : by;
  if (chat.my_role === "member")
    return (
      <div className="pt-1.5">
        <h2 className="pb-3 font-semibold max-lg:sr-only">{name}</h2>
        <div className="flex items-center gap-3">
          <Changed version={versions?.[0]} />
          <TakeAlong text={stored} fileName={fileName} />
        </div>
        {preview(stored)}
        <p className="mt-6 text-muted">{t("readOnly")}</p>
      </div>
    );
  return (
    <>
      <Tabs label={name} tabs={tabs as Record<Tab, string>} tab={tab} onTab={setTab}>
        {text.theirs !== undefined && (
          <Suspense>
            <Conflict text={text} theirs={text.theirs} by={others?.name} />
          </Suspense>
        )}
        {tab === "write" ? (
          <textarea
            aria-label={t("textOf", { name })}
            value={text.draft}
            onChange={(event) => text.edit(event.target.value)}
            maxLength={MAX_TEXT_LENGTH}
            placeholder={placeholder}
            className="block h-[calc(100dvh-17rem)] min-h-60 w-full resize-none lg:h-[calc(100dvh-11rem)] rounded-lg border border-line-strong bg-surface p-3 font-mono text-sm leading-relaxed text-ink"
          />
        ) : (
          preview(text.draft)
        )}
      </Tabs>
      <Footer text={text} version={versions?.[0]} fileName={fileName} />
    </>
  );
}

type Version = z.output<typeof CanvasVersion> | undefined;

const states = { saved: "saved", saving: "saving", changed: "unsaved" } as const;

function Footer({ text, version, fileName }: { text: Text; version: Version; fileName: string }) {
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
      <Changed version={version} />
      <TakeAlong text={text.draft} fileName={fileName} />
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
