import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { setCanvas } from "@/components/data/canvas";
import { type Chat, chatQuery } from "@/components/data/chats";
import { ApiError, call } from "@/lib/api/client";
import { canvasApi } from "@/lib/chat/canvas/contract";
import { settingsApi } from "@/lib/chat/chats/contract";

/** What one writes is saved after such a pause. In ms. */
const PAUSE = 800;
/** Two texts of more characters do not fit into a request: the change is saved unchecked. */
const MOST_CHECKED = 600_000;

const save = (chat: string, canvas: string, replaces: string) =>
  call(settingsApi.set_canvas, {
    params: { chat_id: chat },
    body: canvas.length + replaces.length < MOST_CHECKED ? { canvas, replaces } : { canvas },
  } as Parameters<typeof call<typeof settingsApi.set_canvas>>[1]);

/**
 * The canvas of a chat as one edits it: `draft` is saved by itself. When the
 * assistant or somebody else changes the canvas meanwhile, `theirs` is their
 * text and nothing is saved until `keepMine` or `takeTheirs`.
 */
export function useCanvas(chat: Chat) {
  const client = useQueryClient();
  const { uuid } = chat;
  const stored = chat.canvas ?? "";
  const [draft, setDraft] = useState(stored);
  /** The stored text that the draft was made from. */
  const [base, setBase] = useState(stored);
  const [seen, setSeen] = useState(stored);
  const [theirs, setTheirs] = useState<string>();
  const [sending, setSending] = useState<string>();
  const [failure, setFailure] = useState<string>();

  if (stored !== seen) {
    setSeen(stored);
    const isOwn = stored === base || stored === sending;
    if (isOwn) setTheirs(undefined);
    else if (draft === base || stored === draft) {
      setBase(stored);
      setDraft(stored);
      setTheirs(undefined);
    } else setTheirs(stored);
  }

  const know = useCallback(
    (canvas: string | null) => {
      setCanvas(client, uuid, canvas);
    },
    [client, uuid],
  );

  const isDirty = draft !== base;
  const waits = isDirty && theirs === undefined && sending === undefined && failure === undefined;
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(async () => {
      setSending(draft);
      try {
        await save(uuid, draft, base);
        setBase(draft);
        know(draft || null);
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) {
          const now = await client.fetchQuery({ ...chatQuery(uuid), staleTime: 0 }).catch(() => undefined);
          setTheirs(now?.canvas ?? "");
        } else setFailure((error as Error).message);
      } finally {
        setSending(undefined);
      }
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [waits, draft, base, uuid, know, client]);

  // Whoever closes the canvas right after a word keeps the word.
  const latest = useRef({ waits, draft, base });
  useEffect(() => {
    latest.current = { waits, draft, base };
  });
  useEffect(
    () => () => {
      const last = latest.current;
      if (last.waits)
        save(uuid, last.draft, last.base).then(
          () => know(last.draft || null),
          () => undefined,
        );
    },
    [uuid, know],
  );

  return {
    draft,
    theirs,
    failure,
    state: failure ? "failed" : isDirty ? (sending === undefined ? "changed" : "saving") : "saved",
    edit: (text: string) => {
      setFailure(undefined);
      setDraft(text);
    },
    retry: () => setFailure(undefined),
    keepMine: () => {
      setBase(theirs ?? "");
      setTheirs(undefined);
    },
    takeTheirs: () => {
      setBase(theirs ?? "");
      setDraft(theirs ?? "");
      setTheirs(undefined);
    },
    /** Takes the last change back. @throws ApiError */
    undo: async () => {
      const { canvas } = await call(canvasApi.undoCanvas, { params: { chat_id: uuid }, body: {} });
      setBase(canvas ?? "");
      setDraft(canvas ?? "");
      know(canvas);
    },
  } as const;
}
