"use client";

import { useQuery } from "@tanstack/react-query";
import Search from "lucide-react/icons/search";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { modelsQuery } from "@/components/data/models";
import { type People, usePeople } from "@/components/data/people";
import { useTranslations } from "@/components/i18n/words";
import { Input } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { Popover } from "@/components/ui/popover";
import { Avatar } from "@/components/ui/states";
import { type ChooserChoice, getModelName, MAX_ROWS_WITHOUT_SEARCH } from "./choice";
import { Models } from "./models";
import { Row, Rows } from "./row";

type ChooserProps = ChooserChoice & { anchor: HTMLElement; onClose: () => void };

export function Chooser({
  assistant,
  model,
  canChoose,
  onAssistant,
  onModel,
  anchor,
  onClose,
}: ChooserProps) {
  const t = useTranslations("chooserList");
  const { assistants } = usePeople();
  const { data } = useQuery(modelsQuery);
  const [text, setText] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const chosen = assistants.find(({ id }) => id === assistant?.id);
  const search = text.trim().toLowerCase();
  const hasSearch = Math.max(assistants.length, data?.models.length ?? 0) > MAX_ROWS_WITHOUT_SEARCH;
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>("[data-choice][aria-pressed=true]:enabled");
    chosen?.focus();
  }, []);
  const onKeyDown = useChooserKeys(list, field);
  const choose = <T,>(set: (value: T) => void, value: T, before: T) => {
    onClose();
    if (value !== before) set(value);
  };

  if (!canChoose)
    return (
      <Popover label={t("title")} anchor={anchor} onClose={onClose}>
        <p className="px-4 py-3 text-muted">{t("mayNotChoose")}</p>
      </Popover>
    );
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
        <Assistants
          {...{ assistant, search }}
          onChoose={(id) => choose(onAssistant, id, assistant?.id ?? null)}
        />
        {chosen?.model_is_fixed ? (
          <FixedModel assistant={chosen} />
        ) : (
          <Models
            chosen={model}
            byAssistant={chosen?.model ?? null}
            search={search}
            onChoose={(chosen) => choose(onModel, chosen, model)}
          />
        )}
      </div>
    </Popover>
  );
}

function useChooserKeys(list: RefObject<HTMLElement | null>, field: RefObject<HTMLElement | null>) {
  return (event: KeyboardEvent) => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>("[data-choice]:enabled") ?? [])];
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
      // Typing focuses the search field or, without one, the next row that starts with the typed letter.
      if (field.current) return field.current.focus();
      const begins = ({ dataset }: HTMLElement) =>
        dataset.choice?.toLowerCase().startsWith(event.key.toLowerCase());
      [...all.slice(at + 1), ...all].find(begins)?.focus();
    }
  };
}

type AssistantsProps = Pick<ChooserChoice, "assistant"> & {
  search: string;
  onChoose: (id: number | null) => void;
};

function Assistants({ assistant, search, onChoose }: AssistantsProps) {
  const t = useTranslations("chooserList");
  const { assistants } = usePeople();
  const matches = assistants.filter(({ name }) => name.toLowerCase().includes(search));
  if (matches.length === 0 && search !== "") return null;
  return (
    <Rows title={t("assistant")}>
      {matches.map(({ id, name, avatar, avatar_url, description }) => (
        <Row
          key={id}
          name={name}
          about={description ?? undefined}
          picture={<Avatar name={name} emoji={avatar} url={avatar_url} className="size-5 text-[0.5625rem]" />}
          isChosen={id === assistant?.id}
          onChoose={() => onChoose(id)}
        />
      ))}
      {search === "" && (
        <Row
          name={t("noAssistant")}
          about={t("noAssistantHelp")}
          isChosen={assistant === null}
          onChoose={() => onChoose(null)}
        />
      )}
    </Rows>
  );
}

function FixedModel({ assistant: { id, name, model } }: { assistant: People["assistants"][number] }) {
  const t = useTranslations("chooserList");
  const { me } = usePeople();
  return (
    <p className="px-4 py-3 text-muted">
      {model
        ? t("fixedModel", { assistant: name, model: getModelName(model) })
        : t("fixedDefault", { assistant: name })}{" "}
      {me.managesModels && (
        <Link href={`/assistants/${id}`} className="underline underline-offset-2">
          {t("editAssistant")}
        </Link>
      )}
    </p>
  );
}
