"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { useFault } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import type { TranslatedFault } from "@/lib/api/client";
import type { Translate } from "@/lib/platform/words/translate";

export type FormRefusal = {
  message?: string;
  faults: TranslatedFault[];
  retryAfter?: number;
};

/**
 * Enhances a form that also works without JavaScript through post and redirect. With JavaScript, errors appear at their
 * fields without leaving the page.
 */
export function useAccountForm(returned: FormRefusal | undefined) {
  const t = useTranslations("account");
  const problem = useTranslations("problems");
  const getSentence = useFault();
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState(returned);

  useEffect(() => {
    // Disables the browser's validation messages, which only serve pages without JavaScript.
    if (form.current) form.current.noValidate = true;
  }, []);
  useEffect(() => {
    if (!refusal) return;
    const first = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    (first ?? form.current?.querySelector<HTMLElement>("[role=alert]"))?.focus();
  }, [refusal]);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    setBusy(true);
    const { next, ...refused } = await post(event.currentTarget.action, fields).catch(() => ({
      next: undefined,
      message: problem("unreachable"),
    }));
    // Loads a full page, so that no data of a previous user stays in memory.
    if (next !== undefined) window.location.assign(next);
    else {
      setBusy(false);
      setRefusal({ faults: [], ...refused });
    }
  }

  const getFault = (field: string) => getSentence(refusal?.faults, field);
  return { form, onSubmit, isBusy, message: refusal && sentence(t, refusal), getFault };
}

async function post(
  action: string,
  fields: Record<string, string>,
): Promise<Partial<FormRefusal> & { next?: string }> {
  const response = await fetch(action, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams(fields),
  });
  return (await response.json()) as Partial<FormRefusal> & { next?: string };
}

function sentence(t: Translate<"account">, { message, retryAfter }: FormRefusal): string | undefined {
  if (retryAfter === undefined) return message;
  const wait =
    retryAfter < 90
      ? t("waitSeconds", { seconds: retryAfter })
      : t("waitMinutes", { minutes: Math.ceil(retryAfter / 60) });
  return t("tooManyAttempts", { wait });
}
