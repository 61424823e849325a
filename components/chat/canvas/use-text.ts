import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useProblem } from "@/components/i18n/problem";
import { ApiError } from "@/lib/api/client";

// Delay between the last change and saving.
const SAVE_DELAY_MS = 800;
// Maximum UTF-16 code units of the text, its base and the discarded text together. Larger changes are saved without a
// conflict check, because sending the base too would exceed the request limit.
const MAX_CHECKED_LENGTH = 600_000;

/** Unsaved text, the stored text that it is based on, and the conflicting text that it replaces. */
export type Unsaved = { text: string; base: string; discards?: string };

/** Storage of a canvas text. The same text must always get the same object, because effects depend on it. */
export type CanvasStorage = {
  /**
   * Saves the text. `replaces` is the stored text that it is based on. `discards` is a conflicting text, which is kept
   * as a version.
   * @throws ApiError 409 if the stored text differs from the base
   */
  save: (text: string, more: { replaces?: string; discards?: string }) => Promise<unknown>;
  know: (text: string) => void;
  read: () => Promise<string>;
  /**
   * @param version id of the version to restore; the newest by default
   * @returns the restored text
   * @throws ApiError
   */
  undo: (version?: number) => Promise<string>;
  unsaved: { get: () => Unsaved | undefined; set: (unsaved: Unsaved | undefined) => void };
};

const save = (place: CanvasStorage, { text, base, discards }: Unsaved) =>
  place.save(text, {
    discards,
    replaces: text.length + base.length + (discards?.length ?? 0) < MAX_CHECKED_LENGTH ? base : undefined,
  });

/**
 * Manages an edited canvas text. `draft` is saved automatically; until then it is stored locally to survive reloads.
 * When the assistant or another member changes the text meanwhile, `theirs` is set and nothing is saved until
 * `keepMine` or `takeTheirs`; the discarded text becomes a version.
 */
export function useText(place: CanvasStorage, stored: string) {
  const text = useTextState(stored);
  const { draft, setDraft, base, setBase, theirs, setTheirs, discards, setDiscards } = text;
  const { sending, failure, setFailure, isDirty } = text;
  const latest = useSaving(place, text);
  useKept(place, { text: draft, base, discards }, isDirty, (unsaved) => {
    if (unsaved.text === stored && unsaved.discards === undefined) return;
    setDraft(unsaved.text);
    setDiscards(unsaved.discards);
    if (unsaved.base === stored) return;
    setBase(unsaved.base);
    setTheirs(stored);
  });
  useSavingOnUnmount(place, latest);

  return {
    draft,
    base,
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
    /** @throws ApiError */
    undo: async (version?: number) => {
      const restored = await place.undo(version);
      // What was typed meanwhile conflicts with the restored text.
      if (latest.current.draft === draft) {
        setBase(restored);
        setDraft(restored);
      }
      place.know(restored);
    },
  } as const;
}

function useTextState(stored: string) {
  const [draft, setDraft] = useState(stored);
  const [base, setBase] = useState(stored);
  const [previousStored, setPreviousStored] = useState(stored);
  const [theirs, setTheirs] = useState<string>();
  const [discards, setDiscards] = useState<string>();
  const [sending, setSending] = useState<string>();
  const [failure, setFailure] = useState<string>();

  if (stored !== previousStored) {
    setPreviousStored(stored);
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
  return {
    ...{ draft, setDraft, base, setBase, theirs, setTheirs, discards, setDiscards },
    ...{ sending, setSending, failure, setFailure, isDirty, waits },
  };
}
type TextState = ReturnType<typeof useTextState>;

/** Saves the text after a delay. Returns a ref to the latest rendered state, which the save on unmount reads. */
function useSaving(place: CanvasStorage, text: TextState) {
  const problem = useProblem();
  const { waits, draft, setDraft, base, setBase, setTheirs, discards, setDiscards } = text;
  const { setSending, setFailure } = text;
  const latest = useRef({ waits, draft, base, discards });
  useEffect(() => {
    latest.current = { waits, draft, base, discards };
  });
  useEffect(() => {
    if (!waits) return;
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
    }, SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [
    waits,
    draft,
    base,
    discards,
    place,
    problem,
    setBase,
    setDiscards,
    setDraft,
    setFailure,
    setSending,
    setTheirs,
  ]);
  return latest;
}

// Saves pending changes on unmount.
function useSavingOnUnmount(place: CanvasStorage, latest: ReturnType<typeof useSaving>): void {
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
    [place, latest],
  );
}

export type Text = ReturnType<typeof useText>;

/**
 * Stores an unsaved text locally until the server has it.
 * @param onRestore Called with a text found in storage
 */
function useKept(
  place: CanvasStorage,
  unsaved: Unsaved,
  isDirty: boolean,
  onRestore: (restored: Unsaved) => void,
): void {
  const restore = useRef(onRestore);
  // True if this tab restored or wrote the stored entry. Entries of other tabs must not be deleted here.
  const isOwn = useRef(false);
  useLayoutEffect(() => {
    const restored = place.unsaved.get();
    isOwn.current = restored !== undefined;
    if (restored) restore.current(restored);
  }, [place]);
  const { text, base, discards } = unsaved;
  useEffect(() => {
    if (isDirty) place.unsaved.set({ text, base, discards });
    else if (isOwn.current) place.unsaved.set(undefined);
    isOwn.current = isDirty;
  }, [place, text, base, discards, isDirty]);
}
