import { useEffect, useRef, useState } from "react";
import { useProblem } from "@/components/words/problem";
import { ApiError } from "@/lib/api/client";

/** What one writes is saved after such a pause. In ms. */
const PAUSE = 800;
/** Two texts of more characters do not fit into a request: the change is saved unchecked. */
const MOST_CHECKED = 600_000;

/** Where a text of a canvas is kept; the same object as long as it is the same text. */
export type Place = {
  /** `replaces`: what the text was made from. @throws ApiError 409 when another text stands there */
  save: (text: string, replaces: string | undefined) => Promise<unknown>;
  /** Shows a text that is stored now. */
  know: (text: string) => void;
  read: () => Promise<string>;
  /** Takes the last change back. @returns the text then @throws ApiError */
  undo: () => Promise<string>;
};

const save = (place: Place, text: string, replaces: string) =>
  place.save(text, text.length + replaces.length < MOST_CHECKED ? replaces : undefined);

/**
 * A text of a canvas as one edits it: `draft` is saved by itself. When the
 * assistant or somebody else changes the text meanwhile, `theirs` is their
 * text and nothing is saved until `keepMine` or `takeTheirs`.
 */
export function useText(place: Place, stored: string) {
  const problem = useProblem();
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

  const isDirty = draft !== base;
  const waits = isDirty && theirs === undefined && sending === undefined && failure === undefined;
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(async () => {
      setSending(draft);
      try {
        await save(place, draft, base);
        setBase(draft);
        place.know(draft);
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) setTheirs(await place.read().catch(() => ""));
        else setFailure(problem(error));
      } finally {
        setSending(undefined);
      }
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [waits, draft, base, place, problem]);

  // Whoever closes the canvas right after a word keeps the word.
  const latest = useRef({ waits, draft, base });
  useEffect(() => {
    latest.current = { waits, draft, base };
  });
  useEffect(
    () => () => {
      const last = latest.current;
      if (last.waits)
        save(place, last.draft, last.base).then(
          () => place.know(last.draft),
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
      setTheirs(undefined);
    },
    takeTheirs: () => {
      setBase(theirs ?? "");
      setDraft(theirs ?? "");
      setTheirs(undefined);
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
