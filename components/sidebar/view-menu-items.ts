import type { MenuItem } from "@/components/ui/menu";
import { filters, sorts, USUAL, type View } from "./view";

export type Choices = {
  view: View;
  onChange: (view: View) => void;
  onSelect: () => void;
  onNewFolder: () => void;
};

/** Which chats to list and in which order, as choices of a menu. */
export function itemsOf(
  { view, onChange, onSelect, onNewFolder }: Choices,
  tags: { tag: string; chats_count: number }[],
): MenuItem[] {
  const choices = <K extends string>(
    names: Record<K, string>,
    chosen: K | undefined,
    choose: (key: K) => void,
  ): MenuItem[] =>
    (Object.entries(names) as [K, string][]).map(([key, label]) => ({
      label,
      checked: key === chosen,
      onSelect: () => choose(key),
    }));
  return [
    ...choices(filters, view.tag ? undefined : view.filter, (filter) =>
      onChange({ filter, sort: view.sort }),
    ),
    ...tags.map(({ tag, chats_count }) => ({
      label: `#${tag}`,
      hint: chats_count === 1 ? "1 chat" : `${chats_count} chats`,
      checked: tag === view.tag,
      onSelect: () => onChange({ filter: USUAL.filter, sort: view.sort, tag }),
    })),
    "separator",
    ...choices(sorts, view.sort, (sort) => onChange({ ...view, sort })),
    "separator",
    { label: "Select chats…", onSelect },
    { label: "New folder…", onSelect: onNewFolder },
  ];
}
