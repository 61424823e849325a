import { hasInsertions, mergeTexts } from "./merge-texts";

// Unsaved text, the stored text that it is based on, and the conflicting text that it replaces.
export type Unsaved = {
  text: string;
  base: string;
  discards?: string;
  // Sent without an answer, so that it may be stored.
  sent?: string;
};

export type TextState = {
  draft: string;
  /** The stored text that the draft is based on. */
  base: string;
  stored: string;
  /** A stored text with changes by others that aren't in the draft yet. Nothing is saved meanwhile. */
  theirs?: string;
  /** True if `theirs` can't be merged, so that a person chooses. */
  isConflict: boolean;
  discards?: string;
  sending?: { text: string; stored: string };
  // Sent without an answer, so that it may be stored.
  unsure?: string;
  failure?: string;
};

export const createTextState = (stored: string): TextState => ({
  draft: stored,
  base: stored,
  stored,
  isConflict: false,
});

export const isDirty = ({ draft, base, discards }: TextState): boolean =>
  draft !== base || discards !== undefined;

export const canSave = (state: TextState): boolean =>
  isDirty(state) && state.theirs === undefined && state.sending === undefined && state.failure === undefined;

export const toUnsaved = ({ draft, base, discards, sending, unsure }: TextState): Unsaved => ({
  text: draft,
  base,
  discards,
  sent: sending?.text ?? unsure,
});

export function restore(state: TextState, { text, base, discards, sent }: Unsaved): TextState {
  if (text === state.stored && discards === undefined) return state;
  return settle({ ...state, draft: text, base, discards, unsure: sent });
}

// Takes a stored text. While a request runs, it waits, because that request tells what the text is based on.
export function receive(state: TextState, stored: string): TextState {
  const next = { ...state, stored };
  return state.sending ? next : settle(next);
}

/**
 * Changes the draft.
 * @param before the text that was changed; what else has changed in the draft since then stays
 */
export function edit(state: TextState, text: string, before: string): TextState {
  const draft = before === state.draft ? text : mergeTexts(before, text, state.draft).text;
  return { ...state, draft, failure: undefined };
}

export const startSaving = (state: TextState, text: string): TextState => ({
  ...state,
  sending: { text, stored: state.stored },
});

export function finishSaving(state: TextState): TextState {
  const { text, stored } = state.sending!;
  const saved = { ...state, base: text, discards: undefined, sending: undefined, unsure: undefined };
  // A text that arrived during the request is newer, because the request would have been refused otherwise.
  return state.stored === stored ? { ...saved, stored: text } : settle(saved);
}

// Ends a request that got no answer. While a text is unsure, requests only read the stored text.
export const failSaving = (state: TextState, failure: string): TextState =>
  settle({ ...state, sending: undefined, unsure: state.unsure ?? state.sending?.text, failure });

// Takes the stored text that was read because a save was refused or its result isn't known.
export const finishReading = (state: TextState, stored: string): TextState => ({
  ...settle({ ...state, sending: undefined, stored }),
  unsure: undefined,
});

export function merge(state: TextState): TextState {
  const { base, draft, theirs } = state;
  if (theirs === undefined) return state;
  const { text, collides } = mergeTexts(base, draft, theirs);
  if (collides) return { ...state, isConflict: true };
  return { ...state, draft: text, base: theirs, theirs: undefined };
}

export const keepMine = (state: TextState): TextState => ({
  ...state,
  ...{ base: state.theirs ?? "", discards: state.theirs },
  ...{ theirs: undefined, isConflict: false, failure: undefined },
});

export const takeTheirs = (state: TextState): TextState => ({
  ...state,
  ...{ base: state.theirs ?? "", draft: state.theirs ?? "", discards: state.draft },
  ...{ theirs: undefined, isConflict: false, failure: undefined },
});

/** @param before the draft when the restoring began; what was typed since then is kept as a change by the person */
export const takeRestored = (state: TextState, restored: string, before: string): TextState =>
  state.draft === before ? { ...state, base: restored, draft: restored } : state;

function settle(state: TextState): TextState {
  const { stored, base, draft, unsure } = state;
  if (stored === base) return { ...state, theirs: undefined, isConflict: false };
  const from = findBase(stored, base, unsure);
  const isKnown = stored === from || draft === from || draft === stored;
  if (!isKnown) return { ...state, base: from, unsure: undefined, theirs: stored };
  return {
    ...state,
    base: stored,
    draft: stored === from ? draft : stored,
    ...{ unsure: undefined, theirs: undefined, isConflict: false },
  };
}

// A text that was sent without an answer is the base if it was stored.
const findBase = (stored: string, base: string, unsure: string | undefined): string =>
  unsure !== undefined && (unsure === stored || hasInsertions(base, unsure, stored)) ? unsure : base;
