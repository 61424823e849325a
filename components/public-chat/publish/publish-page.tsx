"use client";

import { type UseMutationResult, useMutation, useQuery } from "@tanstack/react-query";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useState } from "react";
import { chatQuery } from "@/components/data/chats";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { PublicSwitch } from "@/components/share/public-switch";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { Link } from "@/components/ui/link";
import { TabList } from "@/components/ui/tab-list";
import { call } from "@/lib/api/client";
import type { Publication } from "@/lib/channels/public-chats/contract";
import { publicationApi } from "@/lib/channels/public-chats/operations";
import { Code } from "./code";
import { toRequestBody } from "./draft";
import { findFaults } from "./faults";
import { IdentitySecret } from "./identity-secret";
import { KnowledgeForVisitors } from "./knowledge";
import { Limits } from "./limits";
import { Preview } from "./preview";
import { PublishForm } from "./publish-form";
import { Spending } from "./spending";
import { useDraft } from "./use-draft";

const TABS = "publish-tabs";

export function PublishPage({ uuid, saved: initial }: { uuid: string; saved: Publication }) {
  const t = useTranslations("publish");
  const [saved, setSaved] = useState(initial);
  const [tab, setTab] = useState<"form" | "preview">("form");
  const { data: chat } = useQuery(chatQuery(uuid));
  const { draft, isChanged, set, discard, saved: onSaved } = useDraft(uuid, saved);
  const save = useMutation({
    mutationFn: (body: Partial<Publication>) =>
      call(publicationApi.updatePublication, { params: { chat_id: uuid }, body: toRequestBody(body) }),
    onSuccess: (answer, body) => {
      setSaved(answer);
      onSaved(body);
    },
  });
  const current = { ...saved, ...draft };
  const isFaulty = Object.keys(findFaults(t, current)).length > 0;
  if (!chat) return null;
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-7xl px-4 py-6 md:px-8">
        <header>
          <Link
            href={`/chats/${uuid}`}
            className="flex w-fit max-w-full items-center gap-1 text-sm text-muted hover:text-ink"
          >
            <ArrowLeft className="size-4 shrink-0 rtl:-scale-x-100" aria-hidden />
            <span className="truncate">{chat.name}</span>
          </Link>
          <h1 className="mt-1 text-title">{t("heading")}</h1>
          <p className="mt-1 max-w-2xl text-sm text-muted">{t("lead")}</p>
        </header>
        <TabList
          id={TABS}
          label={t("heading")}
          tabs={{ form: t("form"), preview: t("previewTab") }}
          tab={tab}
          onTab={setTab}
          className="mt-4 flex gap-1 border-b lg:hidden"
          tabClassName="-mb-px min-h-11 flex-1 border-b-2 border-transparent px-3 text-sm text-muted aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink"
        />
        <div id={`${TABS}-content`} className="mt-6 grid gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
          <div className={cx("min-w-0 space-y-8 text-sm", tab !== "form" && "max-lg:hidden")}>
            <PublicSwitch chat={chat} />
            <form
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                if (!save.isPending && !isFaulty) save.mutate(draft);
              }}
            >
              <PublishForm name={chat.name} value={current} set={set} />
              <SaveBar
                save={save}
                isChanged={isChanged}
                isFaulty={isFaulty}
                onDiscard={() => {
                  discard();
                  save.reset();
                }}
              />
            </form>
            {chat.public_url && <Code publicUrl={chat.public_url} name={chat.name} value={current} />}
            {chat.public_url && <KnowledgeForVisitors chat={chat} />}
            {chat.public_url && <Limits chat={chat} />}
            {chat.public_url && <Spending chat={chat} />}
            {chat.public_url && <IdentitySecret chat={chat} />}
          </div>
          <div className={cx("min-w-0", tab !== "preview" && "max-lg:hidden")}>
            <Preview uuid={uuid} value={current} />
          </div>
        </div>
      </div>
    </div>
  );
}

type SaveBarProps = {
  save: Pick<UseMutationResult, "isPending" | "isSuccess" | "error">;
  isChanged: boolean;
  isFaulty: boolean;
  onDiscard: () => void;
};

function SaveBar({ save, isChanged, isFaulty, onDiscard }: SaveBarProps) {
  const t = useTranslations("publish");
  const problem = useProblem();
  return (
    <div className="sticky bottom-0 z-10 -mx-1 mt-6 flex flex-wrap items-center gap-2 border-t bg-page px-1 py-3">
      <p role="status" className="min-w-40 flex-1 text-muted">
        {isChanged ? t("unsaved") : save.isSuccess ? t("saved") : ""}
      </p>
      {isChanged && (
        <ConfirmButton
          action={t("discard")}
          question={t("discardQuestion")}
          onConfirm={async () => onDiscard()}
        >
          {t("discardHelp")}
        </ConfirmButton>
      )}
      <Button type="submit" variant="primary" busy={save.isPending} disabled={!isChanged || isFaulty}>
        {t("save")}
      </Button>
      {save.error && (
        <p role="alert" className="w-full text-danger">
          {problem(save.error)}
        </p>
      )}
    </div>
  );
}
