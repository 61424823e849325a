"use client";

import { useQuery } from "@tanstack/react-query";
import Undo from "lucide-react/icons/undo-2";
import { useState } from "react";
import type { z } from "zod";
import { AsWritten } from "@/components/chat/as-written";
import { Tabs } from "@/components/chat-panel/tabs";
import { canvasVersionsQuery } from "@/components/data/canvas";
import type { Chat } from "@/components/data/chats";
import { Markdown } from "@/components/markdown/markdown";
import { Boundary } from "@/components/ui/boundary";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { fullTime, useTimeZone } from "@/components/workspace/time";
import type { CanvasVersion } from "@/lib/chat/canvas/contract";
import { useCanvas } from "./use-canvas";

const tabs = { write: "Write", preview: "Preview" };
const MOST = 1_048_576;

/** The canvas of a chat, to write and to read; members who may not change the chat only read it. */
export function CanvasEditor({ chat }: { chat: Chat }) {
  const mayEdit = chat.my_role !== "member";
  const [tab, setTab] = useState<keyof typeof tabs>("write");
  const canvas = useCanvas(chat);
  const { data: versions } = useQuery(canvasVersionsQuery(chat.uuid));
  if (!mayEdit) {
    return (
      <div className="pt-1.5">
        <h2 className="pb-3 font-semibold max-lg:sr-only">Canvas</h2>
        <Changed version={versions?.[0]} />
        <Read text={chat.canvas ?? ""} />
        <p className="mt-6 text-muted">Only owners and admins of the chat change it.</p>
      </div>
    );
  }
  return (
    <>
      <Tabs label="Canvas" tabs={tabs} tab={tab} onTab={setTab}>
        {canvas.theirs !== undefined && <Conflict canvas={canvas} />}
        {tab === "write" ? (
          <textarea
            aria-label="Canvas text"
            value={canvas.draft}
            onChange={(event) => canvas.edit(event.target.value)}
            maxLength={MOST}
            placeholder="Write here, or ask the assistant to write on the canvas. Markdown works."
            className="block h-[calc(100dvh-19rem)] min-h-60 w-full resize-none lg:h-[calc(100dvh-11rem)] rounded-lg border border-line-strong bg-surface p-3 font-mono text-sm leading-relaxed text-ink"
          />
        ) : (
          <Read text={canvas.draft} />
        )}
      </Tabs>
      <Footer canvas={canvas} version={versions?.[0]} />
    </>
  );
}

type Canvas = ReturnType<typeof useCanvas>;
type Version = z.output<typeof CanvasVersion> | undefined;

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

/** Both texts stay until one is chosen. */
function Conflict({ canvas }: { canvas: Canvas }) {
  return (
    <div role="alert" className="mb-3 rounded-xl border border-line-strong bg-raised p-3">
      <p className="font-medium">The canvas was changed while you wrote.</p>
      <p className="mt-0.5 text-muted">Your text is not saved. Which one shall stay?</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" onClick={canvas.keepMine}>
          Keep mine
        </Button>
        <Button size="small" onClick={canvas.takeTheirs}>
          Take the other
        </Button>
      </div>
      <details className="mt-2">
        <summary className="text-muted hover:text-ink">Show the other</summary>
        <pre className="mt-2 max-h-60 overflow-auto whitespace-pre-wrap wrap-anywhere text-sm">
          {canvas.theirs || "(empty)"}
        </pre>
      </details>
    </div>
  );
}

const states = { saved: "Saved", saving: "Saving…", changed: "Not saved yet" };

function Footer({ canvas, version }: { canvas: Canvas; version: Version }) {
  const toast = useToast();
  const [isUndoing, setUndoing] = useState(false);
  const undo = async () => {
    setUndoing(true);
    await canvas.undo().catch(toast);
    setUndoing(false);
  };
  const isUndoable = version !== undefined && canvas.state === "saved";
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-1 pt-3">
      <Button size="small" busy={isUndoing} disabled={!isUndoable} onClick={() => void undo()}>
        <Undo className="size-4" aria-hidden />
        Undo last change
      </Button>
      {canvas.state === "failed" ? (
        <p role="alert" className="text-danger">
          Not saved: {canvas.failure}{" "}
          <button type="button" onClick={canvas.retry} className="underline underline-offset-2">
            Try again
          </button>
        </p>
      ) : (
        <p role="status" className="text-muted">
          {states[canvas.state]}
        </p>
      )}
      <Changed version={version} />
    </div>
  );
}

function Changed({ version }: { version: Version }) {
  const timeZone = useTimeZone();
  if (!version) return null;
  return (
    <p className="text-muted">
      Last changed by {version.changed_by?.name ?? "a former member"},{" "}
      <time dateTime={version.created_at}>{fullTime(version.created_at, timeZone)}</time>
    </p>
  );
}
