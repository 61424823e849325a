"use client";

import { useQuery } from "@tanstack/react-query";
import { AsWritten } from "@/components/chat/as-written";
import { canvasPagesQuery } from "@/components/data/canvas";
import type { Chat } from "@/components/data/chats";
import { Markdown } from "@/components/markdown/markdown";
import { Boundary } from "@/components/ui/boundary";
import { Loading } from "@/components/ui/states";
import { PageBar } from "./page-bar";
import { PageEditor } from "./page-editor";
import { TextEditor } from "./text-editor";

/** The canvas of a chat: its text and, one at a time, its pages. */
export function CanvasEditor({
  chat,
  page,
  onPage,
}: {
  chat: Chat;
  /** Absent: the chat's own text. */
  page: number | undefined;
  onPage: (page: number | undefined) => void;
}) {
  const { data: pages = [], isPending } = useQuery(canvasPagesQuery(chat.uuid));
  const shown = pages.find(({ id }) => id === page);
  return (
    <>
      {(pages.length > 0 || chat.my_role !== "member") && <PageBar {...{ chat, pages, shown, onPage }} />}
      {page !== undefined && isPending ? (
        <Loading label="Loading the page" className="mt-4 h-80" />
      ) : shown ? (
        <PageEditor key={shown.id} chat={chat} entry={shown} />
      ) : (
        <TextEditor
          chat={chat}
          stored={chat.canvas ?? ""}
          name="Canvas"
          tabs={{ write: "Write", preview: "Preview" }}
          placeholder="Write here, or ask the assistant to write on the canvas. Markdown works."
          preview={(text) => <Read text={text} />}
        />
      )}
    </>
  );
}

const Read = ({ text }: { text: string }) =>
  text.trim() === "" ? (
    <p className="py-6 text-center text-muted">The canvas is empty.</p>
  ) : (
    <div className="wrap-anywhere">
      <Boundary of={text} fallback={(id) => <AsWritten text={text} errorId={id} />}>
        <Markdown text={text} />
      </Boundary>
    </div>
  );
