"use client";

import { useQuery } from "@tanstack/react-query";
import { canvasPagesQuery } from "@/components/data/canvas";
import type { Chat } from "@/components/data/chats";
import { useTranslations } from "@/components/i18n/words";
import { AsWritten } from "@/components/markdown/as-written";
import { Markdown } from "@/components/markdown/markdown";
import { Boundary } from "@/components/ui/boundary";
import { Loading } from "@/components/ui/states";
import { PageBar } from "./page-bar";
import { PageEditor } from "./page-editor";
import { TextEditor } from "./text-editor";

export function CanvasEditor({
  chat,
  page,
  onPage,
}: {
  chat: Chat;
  /** Id of the selected page; undefined for the chat's own text. */
  page: number | undefined;
  onPage: (page: number | undefined) => void;
}) {
  const t = useTranslations("canvas");
  const { data: pages = [], isPending } = useQuery(canvasPagesQuery(chat.uuid));
  const shown = pages.find(({ id }) => id === page);
  return (
    <>
      {(pages.length > 0 || chat.my_role !== "member") && <PageBar {...{ chat, pages, shown, onPage }} />}
      {page !== undefined && isPending ? (
        <Loading label={t("loadingPage")} className="mt-4 h-80" />
      ) : shown ? (
        <PageEditor key={shown.id} chat={chat} entry={shown} />
      ) : (
        <TextEditor
          chat={chat}
          stored={chat.canvas ?? ""}
          name={t("canvas")}
          fileName={`${chat.name}.md`}
          language="markdown"
          isRich
          tabs={{ write: t("write"), source: t("markdown"), preview: t("preview") }}
          placeholder={t("placeholder")}
          preview={(text) => <Read text={text} />}
        />
      )}
    </>
  );
}

function Read({ text }: { text: string }) {
  const t = useTranslations("canvas");
  if (text.trim() === "") return <p className="py-6 text-center text-muted">{t("empty")}</p>;
  return (
    <div className="wrap-anywhere">
      <Boundary of={text} fallback={(id) => <AsWritten text={text} errorId={id} />}>
        <Markdown text={text} />
      </Boundary>
    </div>
  );
}
