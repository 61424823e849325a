"use client";

import { useQuery } from "@tanstack/react-query";
import Search from "lucide-react/icons/search";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { modelsQuery } from "@/components/data/models";
import { usePeople } from "@/components/data/people";
import { useWords } from "@/components/i18n/words";
import { Input } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { Popover } from "@/components/ui/popover";
import { Avatar } from "@/components/ui/states";
import { type ChooserChoice, getModelName } from "./choice";
import { Models } from "./models";
import { Row, Rows } from "./row";

// Longer lists get a search field.
const FEW = 7;

type ChooserProps = ChooserChoice & { anchor: HTMLElement; onClose: () => void };

export function Chooser({
  assistant,
  model,
  mayChoose,
  onAssistant,
  onModel,
  anchor,
  onClose,
}: ChooserProps) {
  const t = useWords("chooserList");
  const { assistants, me } = usePeople();
  const { data } = useQuery(modelsQuery);
  const [text, setText] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const known = assistants.find(({ id }) => id === assistant?.id);
  const search = text.trim().toLowerCase();
  const hasSearch = Math.max(assistants.length, data?.models.length ?? 0) > FEW;
  const found = assistants.filter(({ name }) => name.toLowerCase().includes(search));
  const disabled = !mayChoose;

  const choices = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-choice]:enabled") ?? [])];
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>("[data-choice][aria-pressed=true]:enabled");
    chosen?.focus();
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    const all = choices();
    const isTyping = event.target === field.current;
    const at = all.indexOf(event.target as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to !== undefined && !(isTyping && /Home|End/.test(event.key))) {
      event.preventDefault();
      all[(to + all.length) % all.length]?.focus();
    } else if (event.key === "Enter" && isTyping) {
      event.preventDefault();
      all[0]?.click();
    } else if (!isTyping && /^\S$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      // Typing goes to the search field or, without one, selects the next row with that letter.
      if (field.current) return field.current.focus();
      const begins = ({ dataset }: HTMLElement) =>
        dataset.choice?.toLowerCase().startsWith(event.key.toLowerCase());
      [...all.slice(at + 1), ...all].find(begins)?.focus();
    }
  }

  const choose = <T,>(set: (value: T) => void, value: T, before: T) => {
    onClose();
    if (value !== before) set(value);
  };

  return (
    <Popover label={t("title")} anchor={anchor} onClose={onClose} onKeyDown={onKeyDown}>
      {hasSearch && (
        <div className="relative border-b p-2">
          <Search className="absolute top-4.5 start-4.5 size-4 text-muted" aria-hidden />
          <Input
            ref={field}
            type="search"
            aria-label={t("search")}
            placeholder={t("search")}
            value={text}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
            className="h-9 ps-8"
          />
        </div>
      )}
      <div ref={list} className="safe-bottom min-h-0 divide-y overflow-y-auto">
        {disabled && <p className="px-4 py-3 text-muted">{t("mayNotChoose")}</p>}
        {(found.length > 0 || search === "") && (
          <Rows title={t("assistant")}>
            {found.map(({ id, name, avatar, avatar_url, description }) => (
              <Row
                key={id}
                name={name}
                about={description ?? undefined}
                picture={
                  <Avatar name={name} emoji={avatar} url={avatar_url} className="size-5 text-[0.5625rem]" />
                }
                isChosen={id === assistant?.id}
                disabled={disabled}
                onChoose={() => choose(onAssistant, id, assistant?.id ?? null)}
              />
            ))}
            {search === "" && (
              <Row
                name={t("noAssistant")}
                about={t("noAssistantHelp")}
                isChosen={assistant === null}
                disabled={disabled}
                onChoose={() => choose(onAssistant, null, assistant?.id ?? null)}
              />
            )}
          </Rows>
        )}
        {known?.model_is_fixed ? (
          <p className="px-4 py-3 text-muted">
            {known.model
              ? t("fixedModel", { assistant: known.name, model: getModelName(known.model) })
              : t("fixedDefault", { assistant: known.name })}{" "}
            {me.managesModels && (
              <Link href={`/assistants/${known.id}`} className="underline underline-offset-2">
                {t("editAssistant")}
              </Link>
            )}
          </p>
        ) : (
          <Models
            chosen={model}
            byAssistant={known?.model ?? null}
            search={search}
            disabled={disabled}
            onChoose={(chosen) => choose(onModel, chosen, model)}
          />
        )}
      </div>
    </Popover>
  );
}
