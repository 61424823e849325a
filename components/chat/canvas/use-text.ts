import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useProblem } from "@/components/i18n/problem";
import { ApiError } from "@/lib/api/client";
import * as states from "./text-state";

// Delay between the last change and saving.
const SAVE_DELAY_MS = 800;
// Delay between the first change and saving, for people who type without a pause while others read along.
const MAX_SAVE_DELAY_MS = 2_500;
// Maximum UTF-16 code units of the text, its base and the discarded text together. Larger changes are saved without a
// conflict check, because sending the base too would exceed the request limit.
const MAX_CHECKED_LENGTH = 600_000;

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
  unsaved: { get: () => states.Unsaved | undefined; set: (unsaved: states.Unsaved | undefined) => void };
};

const save = (place: CanvasStorage, { draft, base, discards }: states.TextState) =>
  place.save(draft, {
    discards,
    replaces: draft.length + base.length + (discards?.length ?? 0) < MAX_CHECKED_LENGTH ? base : undefined,
  });

/**
 * Manages an edited canvas text. `draft` is saved automatically; until then it is stored locally to survive reloads.
 * When the assistant or another member changes the text meanwhile, `theirs` is set and nothing is saved until `merge`,
 * or, if the changes can't be merged, `keepMine` or `takeTheirs`; the discarded text becomes a version.
 */
export function useText(place: CanvasStorage, stored: string) {
  const [state, setState] = useState(() => states.createTextState(stored));
  const [previousStored, setPreviousStored] = useState(stored);
  if (stored !== previousStored) {
    setPreviousStored(stored);
    setState((state) => states.receive(state, stored));
  }
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });
  useSaving(place, state, latest, setState);
  useKept(place, state, (unsaved) => setState((state) => states.restore(state, unsaved)));
  useSavingOnUnmount(place, latest);

  const { draft, base, theirs, isConflict, failure } = state;
  const isDirty = states.isDirty(state);
  return {
    ...{ draft, base, theirs, isConflict, failure },
    state: failure ? "failed" : isDirty ? (state.sending ? "saving" : "changed") : "saved",
    edit: (text: string, before: string) => setState((state) => states.edit(state, text, before)),
    retry: () => setState((state) => ({ ...state, failure: undefined })),
    merge: () => setState(states.merge),
    keepMine: () => setState(states.keepMine),
    takeTheirs: () => setState(states.takeTheirs),
    /** @throws ApiError */
    undo: async (version?: number) => {
      const restored = await place.undo(version);
      setState((state) => states.takeRestored(state, restored, draft));
      place.know(restored);
    },
  } as const;
}

type SetState = (change: (state: states.TextState) => states.TextState) => void;

function useSaving(
  place: CanvasStorage,
  state: states.TextState,
  latest: { current: states.TextState },
  setState: SetState,
): void {
  const problem = useProblem();
  const waits = states.canSave(state);
  const { draft } = state;
  const since = useRef(0);
  useEffect(() => {
    if (waits) since.current = Date.now();
  }, [waits]);
  useEffect(() => {
    if (!waits) return;
    const left = MAX_SAVE_DELAY_MS - (Date.now() - since.current);
    const timer = setTimeout(
      async () => {
        const sent = latest.current;
        setState((state) => states.startSaving(state, sent.draft));
        try {
          const isSaved = sent.unsure === undefined && (await trySaving(place, sent));
          if (isSaved) {
            if (latest.current.stored === sent.stored) place.know(sent.draft);
            setState(states.finishSaving);
          } else {
            const stored = await place.read();
            setState((state) => states.finishReading(state, stored));
          }
        } catch (error) {
          setState((state) => states.failSaving(state, problem(error as Error)));
        }
      },
      Math.max(0, Math.min(SAVE_DELAY_MS, left)),
    );
    return () => clearTimeout(timer);
  }, [waits, draft, place, problem, latest, setState]);
}

// Returns false if the stored text has changed.
async function trySaving(place: CanvasStorage, sent: states.TextState): Promise<boolean> {
  try {
    await save(place, sent);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return false;
    throw error;
  }
}

// Saves pending changes on unmount.
function useSavingOnUnmount(place: CanvasStorage, latest: { current: states.TextState }): void {
  useEffect(
    () => () => {
      const unsaved = latest.current;
      if (states.canSave(unsaved))
        save(place, unsaved).then(
          () => {
            place.know(unsaved.draft);
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
  state: states.TextState,
  onRestore: (restored: states.Unsaved) => void,
): void {
  const restore = useRef(onRestore);
  // True if this tab restored or wrote the stored entry. Entries of other tabs must not be deleted here.
  const isOwn = useRef(false);
  useLayoutEffect(() => {
    const restored = place.unsaved.get();
    isOwn.current = restored !== undefined;
    if (restored) restore.current(restored);
  }, [place]);
  const isDirty = states.isDirty(state);
  const { text, base, discards, sent } = states.toUnsaved(state);
  useEffect(() => {
    if (isDirty) place.unsaved.set({ text, base, discards, sent });
    else if (isOwn.current) place.unsaved.set(undefined);
    isOwn.current = isDirty;
  }, [place, text, base, discards, sent, isDirty]);
}
