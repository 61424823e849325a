"use client";

import GripVertical from "lucide-react/icons/grip-vertical";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Button, IconButton } from "@/components/ui/button";
import { Input } from "@/components/ui/field";

const MAX_QUESTIONS = 6;

export function Questions({ value, onChange }: { value: string[]; onChange: (value: string[]) => void }) {
  const t = useTranslations("publish");
  const id = useId();
  const add = useRef<HTMLButtonElement>(null);
  const { list, announcement, getHandlers } = useReorder(value, onChange);
  return (
    <fieldset aria-describedby={`${id}-help`} className="min-w-0">
      <legend className="font-medium">{t("questions")}</legend>
      <p id={`${id}-help`} className="mt-0.5 text-muted">
        {t(value.length > 0 ? "questionsHelp" : "questionsEmpty")}
      </p>
      <ul ref={list} className="mt-2 space-y-2 empty:hidden">
        {value.map((question, at) => (
          <li key={at} className="flex items-center gap-1">
            <IconButton
              label={t("moveQuestion", { place: at + 1 })}
              className="cursor-grab touch-none"
              {...getHandlers(at)}
            >
              <GripVertical aria-hidden />
            </IconButton>
            <Input
              aria-label={t("question", { place: at + 1 })}
              value={question}
              maxLength={200}
              autoComplete="off"
              autoFocus={question === "" && at === value.length - 1}
              className="min-w-0"
              onChange={({ target }) =>
                onChange(value.map((one, place) => (place === at ? target.value : one)))
              }
            />
            <IconButton
              label={t("removeQuestion", { place: at + 1 })}
              onClick={() => {
                onChange(value.filter((_, place) => place !== at));
                add.current?.focus();
              }}
            >
              <X aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button
        ref={add}
        size="small"
        className="mt-2"
        disabled={value.length >= MAX_QUESTIONS}
        onClick={() => onChange([...value, ""])}
      >
        <Plus aria-hidden className="size-4" /> {t("addQuestion")}
      </Button>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </fieldset>
  );
}

function useReorder(value: string[], onChange: (value: string[]) => void) {
  const t = useTranslations("publish");
  const list = useRef<HTMLUListElement>(null);
  const dragged = useRef<number>(undefined);
  const [announcement, setAnnouncement] = useState("");

  function move(from: number, to: number) {
    if (to < 0 || to >= value.length || to === from) return;
    const rest = value.filter((_, at) => at !== from);
    onChange([...rest.slice(0, to), value[from]!, ...rest.slice(to)]);
    setAnnouncement(t("moved", { place: to + 1, count: value.length }));
  }
  function onKeyDown(event: KeyboardEvent, at: number) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    move(at, at + by);
    list.current?.children[at + by]?.querySelector("button")?.focus();
  }
  function onPointerMove({ clientY }: PointerEvent) {
    if (dragged.current === undefined) return;
    const rows = [...(list.current?.children ?? [])];
    const over = rows.findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return clientY >= top && clientY <= bottom;
    });
    if (over < 0 || over === dragged.current) return;
    move(dragged.current, over);
    dragged.current = over;
  }

  const getHandlers = (at: number) => ({
    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, at),
    onPointerDown: (event: PointerEvent) => {
      dragged.current = at;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove,
    onLostPointerCapture: () => {
      dragged.current = undefined;
    },
  });
  return { list, announcement, getHandlers };
}
