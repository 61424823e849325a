import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useProblem } from "@/components/words/problem";
import { ApiError } from "@/lib/api/client";

/** What one writes is saved after such a pause. In ms. */
const PAUSE = 800;
/** Two texts of more characters do not fit into a request: the change is saved unchecked. */
const MOST_CHECKED = 600_000;

/** A text that the server doesn't have, the one that it was made from, and the one that it was chosen over. */
export type Unsaved = { text: string; base: string; discards?: string };

/** Where a text of a canvas is kept; the same object as long as it is the same text. */
export type Place = {
  /**
   * `replaces`: what the text was made from; `discards`: what it was chosen over, which becomes a version.
   * @throws ApiError 409 when another text stands there
   */
  save: (text: string, more: { replaces?: string; discards?: string }) => Promise<unknown>;
  /** Shows a text that is stored now. */
  know: (text: string) => void;
  read: () => Promise<string>;
  /** Takes the last change back. @returns the text then @throws ApiError */
  undo: () => Promise<string>;
  /** What the browser keeps until the server has it. */
  unsaved: { get: () => Unsaved | undefined; set: (unsaved: Unsaved | undefined) => void };
};

const save = (place: Place, { text, base, discards }: Unsaved) =>
  place.save(text, {
    discards,
    replaces: text.length + base.length + (discards?.length ?? 0) < MOST_CHECKED ? base : undefined,
  });

/**
 * A text of a canvas as one edits it: `draft` is saved by itself, and until then kept by the browser, also over a reload.
 * When the assistant or somebody else changes the text meanwhile, `theirs` is their text and nothing is saved until
 * `keepMine` or `takeTheirs`; the other text becomes a version.
 */
export function useText(place: Place, stored: string) {
  const problem = useProblem();
  const [draft, setDraft] = useState(stored);
  /** The stored text that the draft was made from. */
  const [base, setBase] = useState(stored);
  const [seen, setSeen] = useState(stored);
  const [theirs, setTheirs] = useState<string>();
  const [discards, setDiscards] = useState<string>();
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

  const isDirty = draft !== base || discards !== undefined;
  const waits = isDirty && theirs === undefined && sending === undefined && failure === undefined;
  const latest = useRef({ waits, draft, base, discards });
  useEffect(() => {
    latest.current = { waits, draft, base, discards };
  });
  useEffect(() => {
    if (!waits) return;
    /** Somebody else was quicker. */
    const clash = async () => {
      const text = await place.read();
      if (latest.current.draft !== latest.current.base) return setTheirs(text);
      setBase(text);
      setDraft(text);
    };
    const timer = setTimeout(async () => {
      setSending(draft);
      try {
        await save(place, { text: draft, base, discards });
        setBase(draft);
        setDiscards(undefined);
        place.know(draft);
      } catch (error) {
        const isClash = error instanceof ApiError && error.status === 409;
        const left = isClash ? await clash().catch((unread: unknown) => unread) : error;
        if (left) setFailure(problem(left as Error));
      } finally {
        setSending(undefined);
      }
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [waits, draft, base, discards, place, problem]);
  useKept(place, { text: draft, base, discards }, isDirty, (kept) => {
    if (kept.text === stored && kept.discards === undefined) return;
    setDraft(kept.text);
    setDiscards(kept.discards);
    if (kept.base === stored) return;
    setBase(kept.base);
    setTheirs(stored);
  });

  // Whoever closes the canvas right after a word keeps the word.
  useEffect(
    () => () => {
      const { waits, draft: text, ...more } = latest.current;
      if (waits)
        save(place, { text, ...more }).then(
          () => {
            place.know(text);
            place.unsaved.set(undefined);
          },
          () => undefined,
        );
    },
    [place],
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
      setDiscards(theirs);
      setTheirs(undefined);
      setFailure(undefined);
    },
    takeTheirs: () => {
      setBase(theirs ?? "");
      setDraft(theirs ?? "");
      setDiscards(draft);
      setTheirs(undefined);
      setFailure(undefined);
    },
    /** Takes the last change back. @throws ApiError */
    undo: async () => {
      const text = await place.undo();
      setBase(text);
      setDraft(text);
      place.know(text);
    },
  } as const;
}

export type Text = ReturnType<typeof useText>;

/** Has the browser keep a text as long as the server doesn't have it. @param onKept Called with what was kept before */
function useKept(place: Place, unsaved: Unsaved, isDirty: boolean, onKept: (kept: Unsaved) => void): void {
  const restore = useRef(onKept);
  /** What other tabs keep is theirs. */
  const isOwn = useRef(false);
  useLayoutEffect(() => {
    const kept = place.unsaved.get();
    isOwn.current = kept !== undefined;
    if (kept) restore.current(kept);
  }, [place]);
  const { text, base, discards } = unsaved;
  useEffect(() => {
    if (isDirty) place.unsaved.set({ text, base, discards });
    else if (isOwn.current) place.unsaved.set(undefined);
    isOwn.current = isDirty;
  }, [place, text, base, discards, isDirty]);
}
