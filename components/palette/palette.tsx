"use client";

import Search from "lucide-react/icons/search";
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { RunAction } from "@/components/automation/run-prompt/run-action";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Dialog } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast";
import type { Viewer } from "./use-commands";
import { useEntries } from "./use-entries";
import type { PaletteEntry, Section, Within } from "./use-sections";

type PaletteProps = { viewer: Viewer; within?: Within; onClose: () => void };

export function Palette({ viewer, within, onClose }: PaletteProps) {
  const t = useTranslations("palette");
  const id = useId();
  const dialog = useModal();
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState<string>();
  const [running, setRunning] = useState<number>();
  const search = useDeferredValue(typed.trim());
  const results = useEntries(search, { viewer, within, runAction: setRunning });
  const { sections, actions } = results;
  const entries = sections.flatMap((section) => section.entries);
  // Selected by key, so that late results can move entries without changing the selection.
  const current = Math.max(
    entries.findIndex(({ key }) => key === active),
    0,
  );
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: "nearest" });
  }, [id, current]);
  const go = useGo(onClose);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && entries.length > 0)
      setActive(entries[(current + step + entries.length) % entries.length]!.key);
    else if (event.key === "Enter") void go(entries[current]);
    else return;
    event.preventDefault();
  };

  if (running !== undefined)
    return (
      <Dialog
        open
        onClose={onClose}
        title={actions.find((action) => action.id === running)?.name ?? t("prompt")}
      >
        <RunAction actions={actions} initial={running} onRun={onClose} />
      </Dialog>
    );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it, which the element handles
    <dialog
      ref={dialog}
      aria-label={within ? t("titleWithin", { name: within.name }) : t("title")}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Browsers close dialogs without `cancel` when Escape follows another Escape without other input.
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
      className="appear mx-auto mt-[12dvh] w-[min(36rem,calc(100vw-2rem))] rounded-2xl border bg-raised p-0 text-ink shadow-float"
    >
      <div className="flex items-center gap-3 border-b px-4">
        <Search className="size-4 shrink-0 text-muted" aria-hidden />
        <input
          type="text"
          role="combobox"
          aria-label={t(within ? "fieldWithin" : "field")}
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={entries.length > 0 ? `${id}-${current}` : undefined}
          aria-autocomplete="list"
          placeholder={within ? t("placeholderWithin", { name: within.name }) : t("placeholder")}
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(undefined);
          }}
          onKeyDown={onKeyDown}
          className="h-12 w-full bg-transparent outline-none"
        />
      </div>
      <Options {...{ id, sections, current }} onChoose={(entry) => void go(entry)} />
      <State isOnlySearch={entries.every(({ key }) => key === "search")} {...{ results, search, within }} />
    </dialog>
  );
}

// Opens a dialog, and returns the focus when it is closed.
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return dialog;
}

// Nothing had the focus before the palette, so what opens next returns it to the chat's menu.
function focusChatIfLost(): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>("#page header [aria-haspopup=menu]")?.focus();
}

function useGo(onClose: () => void) {
  const toast = useToast();
  return async (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    try {
      if (entry.closesFirst) {
        // Synchronous, so that the next dialog finds and later restores the focus.
        flushSync(onClose);
        focusChatIfLost();
      }
      await entry.run();
      if (!entry.closesFirst && !entry.key.startsWith("action-")) onClose();
    } catch (error) {
      toast(error as Error);
    }
  };
}

type OptionsProps = {
  id: string;
  sections: Section[];
  current: number;
  onChoose: (entry: PaletteEntry) => void;
};

function Options({ id, sections, current, onChoose }: OptionsProps) {
  const t = useTranslations("palette");
  let index = -1;
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={t("results")}
      className="max-h-[60dvh] overflow-y-auto p-1.5"
    >
      {sections.map(({ kind, entries }, at) => (
        // biome-ignore lint/a11y/useSemanticElements: HTML has option groups only inside select
        <div key={`${kind}-${at}`} role="group" aria-label={t(kind)}>
          <p aria-hidden className="px-3 pt-2 pb-1 text-xs font-medium text-muted">
            {t(kind)}
          </p>
          {entries.map((entry) => {
            index += 1;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and handles the keys
              <div
                key={entry.key}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === current}
                onClick={() => onChoose(entry)}
                className="flex cursor-pointer items-center gap-3 rounded-lg px-3 py-2 text-sm hover:bg-hover aria-selected:bg-accent-soft pointer-coarse:py-3 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted"
              >
                {entry.icon}
                <span className="min-w-0 truncate">{entry.label}</span>
                {entry.hint && (
                  <span className="ms-auto max-w-[40%] shrink-0 truncate text-xs text-muted">
                    {entry.hint}
                  </span>
                )}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

type StateProps = {
  results: ReturnType<typeof useEntries>;
  search: string;
  within: Within | undefined;
  /** Nothing was found; the page with all results is still offered. */
  isOnlySearch: boolean;
};

function State({ results: { failure, isLoading }, search, within, isOnlySearch }: StateProps) {
  const t = useTranslations("palette");
  const problem = useProblem();
  return (
    <p role="status" className="px-4 pb-3 text-sm text-muted empty:hidden">
      {failure
        ? problem(failure)
        : isOnlySearch
          ? isLoading
            ? t("searching")
            : within && !search
              ? t("withinHelp")
              : t("noMatch", { search })
          : ""}
    </p>
  );
}
