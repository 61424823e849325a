"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useFault, useProblem } from "@/components/i18n/problem";
import type { TranslatedFault } from "@/lib/api/client";
import { ApiError } from "@/lib/api/client";

type Faults<D> = Partial<Record<keyof D & string, string>>;
type FormOptions<D, S> = {
  draft: D;
  setDraft: (draft: D) => void;
  send: (draft: D) => Promise<S>;
  onSaved: (saved: S, sent: D) => unknown;
  isClosed?: boolean;
  /** Field that shows the error of a 409 response. */
  unique?: keyof D & string;
  /** Maps field names of the API to form fields with other names. */
  names?: Record<string, keyof D & string>;
};

/**
 * Manages a form with a draft: prevents double submission, shows faults at their fields until the fields change, and
 * focuses the first field with a fault.
 */
export function useForm<D extends Record<string, unknown>, S>(given: FormOptions<D, S>) {
  const { draft, setDraft, send, onSaved, isClosed = false, unique, names = {} } = given;
  const getProblem = useProblem();
  const getSentence = useFault();
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults<D>>({});
  const save = useMutation({
    mutationFn: send,
    onSuccess: onSaved,
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      setFaults(
        error.status === 409 && unique
          ? ({ [unique]: getProblem(error) } as Faults<D>)
          : byField<D>(error.faults, getSentence, Object.keys(draft), names),
      );
    },
  });
  const hasFaults = Object.keys(faults).length > 0;
  useEffect(() => {
    if (hasFaults) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [hasFaults, faults]);

  const set = (change: Partial<D>) => {
    setDraft({ ...draft, ...change });
    if (Object.keys(change).some((field) => field in faults))
      setFaults(
        Object.fromEntries(Object.entries(faults).filter(([field]) => !(field in change))) as Faults<D>,
      );
  };

  return {
    faults,
    set,
    text: (field: keyof D & string) => ({
      value: draft[field] as string,
      onChange: (event: { target: { value: string } }) =>
        set({ [field]: event.target.value } as unknown as Partial<D>),
    }),
    isBusy: save.isPending || isClosed,
    isSaved: save.isSuccess,
    problem: save.error && !hasFaults ? getProblem(save.error) : undefined,
    wiring: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        if (save.isPending || isClosed) return;
        setFaults({});
        save.mutate(draft);
      },
    },
  };
}

function byField<D>(
  faults: TranslatedFault[],
  getSentence: ReturnType<typeof useFault>,
  fields: string[],
  names: Record<string, string>,
): Faults<D> {
  const found = faults.toReversed().flatMap((fault) => {
    const field = fault.loc
      .map((part) => names[String(part)] ?? String(part))
      .find((part) => fields.includes(part));
    return field ? [[field, getSentence([fault])] as const] : [];
  });
  return Object.fromEntries(found) as Faults<D>;
}
