"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import Bot from "lucide-react/icons/bot";
import Folder from "lucide-react/icons/folder";
import MessagesSquare from "lucide-react/icons/messages-square";
import UserRound from "lucide-react/icons/user-round";
import { type KeyboardEvent, useRef, useState } from "react";
import { usePeople } from "@/components/data/people";
import { useTranslations } from "@/components/i18n/words";
import { Popover } from "@/components/ui/popover";
import { LoadError } from "@/components/ui/read";
import { SearchField } from "@/components/ui/search-field";
import { Loading } from "@/components/ui/states";
import { useDebounced } from "@/components/ui/use-debounced";
import type { Author, ChatOrProject } from "./filters";
import { listAuthors, listPlaces } from "./typed-filters";

const icons = { user: UserRound, assistant: Bot, chat: MessagesSquare, project: Folder };

type PickFilterProps = {
  of: "from" | "in";
  anchor: HTMLElement;
  onClose: () => void;
  onPick: (picked: Author | ChatOrProject) => void;
};

export function PickFilter({ of, anchor, onClose, onPick }: PickFilterProps) {
  const t = useTranslations("search");
  const client = useQueryClient();
  const people = usePeople();
  const list = useRef<HTMLUListElement>(null);
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim());
  const { data, error, refetch } = useQuery({
    queryKey: ["search-filter", of, search],
    queryFn: (): Promise<(Author | ChatOrProject)[]> =>
      of === "from" ? listAuthors(client, people, search) : listPlaces(client, search),
    placeholderData: keepPreviousData,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    if (!step || buttons.length === 0) return;
    event.preventDefault();
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[at < 0 && step < 0 ? buttons.length - 1 : (at + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    <Popover label={t(of)} anchor={anchor} onClose={onClose} onKeyDown={onKeyDown}>
      <div className="border-b p-2">
        <SearchField
          label={t(of === "from" ? "findAuthor" : "findPlace")}
          value={typed}
          onChange={setTyped}
          className=""
        />
      </div>
      {error && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading label={t("searching")} className="m-2 h-20 rounded-lg" />}
      {data && (
        <ul ref={list} className="safe-bottom min-h-0 overflow-y-auto p-1.5">
          {data.map((each) => {
            const Icon = icons[each.kind];
            return (
              <li key={`${each.kind} ${"id" in each ? each.id : each.uuid}`}>
                <button
                  type="button"
                  onClick={() => onPick(each)}
                  className="flex w-full items-center gap-3 rounded-lg px-3 py-2 text-start text-sm hover:bg-hover pointer-coarse:py-3"
                >
                  <Icon className="size-4 shrink-0 text-muted" aria-hidden />
                  <span className="min-w-0 truncate">{each.name}</span>
                  <span className="ms-auto shrink-0 text-xs text-muted">{t(each.kind)}</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <p role="status" className="px-4 py-2 text-muted empty:hidden">
        {data?.length === 0 ? t("noneFound") : ""}
      </p>
    </Popover>
  );
}
