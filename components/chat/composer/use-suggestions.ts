import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useState } from "react";
import {
  commandsQuery,
  type McpOffer,
  mentionsQuery,
  offersQuery,
  type Suggestion,
  savedRepliesQuery,
} from "@/components/data/suggestions";
import { filterSuggestions, findNameAt, findSavedReplyAt } from "./suggestions";

/**
 * Offers completions for `@` and `/`: arrows move, Enter or Tab selects, Esc closes.
 * @param hasSavedReplies Offers saved replies for `/`
 * @param servers Offers prompts and resources of the chat's MCP servers; `onOffer` is called with the selected one
 */
export function useSuggestions(
  text: string,
  caret: number,
  take: (text: string, caret: number) => void,
  hasSavedReplies: boolean,
  servers: { chat: number | undefined; files: string; onOffer: (offer: McpOffer) => void },
) {
  const id = useId();
  const [active, setActive] = useState(0);
  const [closedAt, setClosedAt] = useState<number>();
  const named = findNameAt(text, caret) ?? (hasSavedReplies ? findSavedReplyAt(text, caret) : undefined);
  const isAsked = (sign: "@" | "/") => named?.sign === sign;
  const { data: mentions = [] } = useQuery({ ...mentionsQuery, enabled: isAsked("@") });
  const { data: commands = [] } = useQuery({ ...commandsQuery, enabled: isAsked("/") });
  const { data: replies = [] } = useQuery({
    ...savedRepliesQuery,
    enabled: hasSavedReplies && isAsked("/"),
  });
  const { data: offers = [] } = useQuery({
    ...offersQuery(servers.chat ?? 0, servers.files),
    enabled: servers.chat !== undefined && isAsked("/"),
  });
  const offered = named
    ? filterSuggestions(named.sign === "@" ? mentions : [...replies, ...commands, ...offers], named.typed)
    : [];
  const isOpen = offered.length > 0 && closedAt !== named?.from;
  const current = Math.min(active, offered.length - 1);

  const choose = ({ sign, name, text: saved, offer }: Suggestion) => {
    const put = offer ? "" : (saved ?? `${sign}${name} `);
    const rest = text.slice(caret).replace(/^ /, "");
    take(text.slice(0, named!.from) + put + rest, named!.from + put.length);
    setActive(0);
    if (offer) servers.onOffer(offer);
  };
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!named) setClosedAt(undefined);
    if (!isOpen) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((current + step + offered.length) % offered.length);
    else if (event.key === "Enter" || event.key === "Tab") choose(offered[current]!);
    else if (event.key === "Escape") setClosedAt(named?.from);
    else return false;
    event.preventDefault();
    return true;
  };
  return {
    onKeyDown,
    list: isOpen ? { id, offered, current, choose } : undefined,
    wiring: {
      "aria-autocomplete": "list" as const,
      "aria-controls": isOpen ? id : undefined,
      "aria-activedescendant": isOpen ? `${id}-${current}` : undefined,
    },
  };
}

export type ShownSuggestions = NonNullable<ReturnType<typeof useSuggestions>["list"]>;
