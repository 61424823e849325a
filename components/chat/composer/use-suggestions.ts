import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useState } from "react";
import type { Attachable } from "@/components/data/attachables";
import { type Command, commandsQuery } from "@/components/data/commands";
import {
  attachableSuggestionsQuery,
  type McpOffer,
  mentionsQuery,
  offersQuery,
  type Sign,
  type Suggestion,
  savedRepliesQuery,
} from "@/components/data/suggestions";
import { useDebounced } from "@/components/ui/use-debounced";
import { filterSuggestions, type NameAt } from "./suggestions";

export type SuggestionOptions = {
  /** Offers saved replies for `/`. */
  hasSavedReplies: boolean;
  /** Offers prompts and resources of this chat's MCP servers for `/`. */
  chat: number | undefined;
  /** Label of the resources of MCP servers. */
  files: string;
  canAttachCollections: boolean;
  onOffer: (offer: McpOffer) => void;
  onAttach: (source: Attachable) => void;
  onCommand: (command: Command) => void;
};

/** Offers completions for `@`, `/` and `#`: arrows move, Enter or Tab selects, Esc closes. */
export function useSuggestions(
  named: NameAt,
  { text, caret, take }: { text: string; caret: number; take: (text: string, caret: number) => void },
  options: SuggestionOptions,
) {
  const id = useId();
  const [active, setActive] = useState(0);
  const [moved, setMoved] = useState<string>();
  const [closedAt, setClosedAt] = useState<number>();
  const { offered, isPending } = useOffered(named, options);
  const isOpen = offered.length > 0 && closedAt !== named.from;
  const foundNothing =
    named.sign === "#" &&
    offered.length === 0 &&
    !isPending &&
    isLongName(named.typed) &&
    closedAt !== named.from;
  const current = Math.min(active, offered.length - 1);

  const choose = ({ sign, name, text: saved, offer, attachable, command }: Suggestion) => {
    const put = offer || attachable || command ? "" : (saved ?? `${sign}${name} `);
    const rest = text.slice(caret).replace(/^ /, "");
    take(text.slice(0, named.from) + put + rest, named.from + put.length);
    setActive(0);
    if (offer) options.onOffer(offer);
    if (attachable) options.onAttach(attachable);
    if (command) options.onCommand(command);
  };
  const onKeyDown = (event: KeyboardEvent): boolean => {
    // The list is about to show what was typed last, so Enter doesn't send.
    if (isPending && event.key === "Enter" && isLongName(named.typed) && closedAt !== named.from) {
      event.preventDefault();
      return true;
    }
    if (foundNothing && event.key === "Escape") {
      setClosedAt(named.from);
      event.preventDefault();
      return true;
    }
    if (!isOpen) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      setActive((current + step + offered.length) % offered.length);
      setMoved(named.typed);
    } else if (event.key === "Enter" && named.sign === "#" && !isMeant(named.typed, offered, moved)) {
      // A "#1" in a sentence isn't meant as an attachment.
      return false;
    } else if (event.key === "Enter" || event.key === "Tab") choose(offered[current]!);
    else if (event.key === "Escape") setClosedAt(named.from);
    else return false;
    event.preventDefault();
    return true;
  };
  return { onKeyDown, list: isOpen ? { id, offered, current, choose } : undefined, foundNothing };
}

const MIN_MEANT_LENGTH = 3;

// After "#", Enter chooses where a person has moved to an entry or typed enough of a name.
const isMeant = (typed: string, [first]: Suggestion[], moved: string | undefined): boolean =>
  moved === typed || first?.attachable?.kind === "page" || isLongName(typed);

const isLongName = (typed: string): boolean => typed.length >= MIN_MEANT_LENGTH && !/^\d/.test(typed);

type Offered = { offered: Suggestion[]; isPending: boolean };

function useOffered(named: NameAt, options: SuggestionOptions): Offered {
  const { hasSavedReplies, chat, files, canAttachCollections } = options;
  const isAsked = (sign: Sign) => named.sign === sign;
  const typed = useDebounced(isAsked("#") ? named.typed : "");
  const { data: mentions = [] } = useQuery({ ...mentionsQuery, enabled: isAsked("@") });
  const { data: commands = [] } = useQuery({ ...commandsQuery, enabled: isAsked("/") });
  const { data: replies = [] } = useQuery({ ...savedRepliesQuery, enabled: hasSavedReplies && isAsked("/") });
  const { data: offers = [] } = useQuery({
    ...offersQuery(chat ?? 0, files),
    enabled: chat !== undefined && isAsked("/"),
  });
  const {
    data: attachables = [],
    isPlaceholderData,
    isFetching,
  } = useQuery({
    ...attachableSuggestionsQuery(typed, canAttachCollections),
    enabled: isAsked("#"),
  });
  // What was found for an earlier text would be chosen by mistake.
  if (named.sign === "#") {
    const isCurrent = named.typed === typed && !isPlaceholderData;
    return { offered: isCurrent ? attachables : [], isPending: named.typed !== typed || isFetching };
  }
  const all = named.sign === "@" ? mentions : [...replies, ...commands, ...offers];
  return { offered: filterSuggestions(all, named.typed), isPending: false };
}

export type ShownSuggestions = NonNullable<ReturnType<typeof useSuggestions>["list"]>;
