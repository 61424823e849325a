"use client";

import ListFilter from "lucide-react/icons/list-filter";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { filters, sorts, USUAL, type View } from "./view";

/** Chooses which chats are listed and in which order; and begins to choose several. */
export function ViewMenu({
  view,
  onChange,
  onSelect,
  onNewWorkspace,
}: {
  view: View;
  onChange: (view: View) => void;
  onSelect: () => void;
  onNewWorkspace: () => void;
}) {
  const isUsual = view.filter === USUAL.filter && view.sort === USUAL.sort;
  const choices = <K extends string>(
    names: Record<K, string>,
    chosen: K,
    choose: (key: K) => void,
  ): MenuItem[] =>
    (Object.entries(names) as [K, string][]).map(([key, label]) => ({
      label,
      checked: key === chosen,
      onSelect: () => choose(key),
    }));
  return (
    <Menu
      label="Show and sort chats"
      trigger={
        <>
          <ListFilter className="size-4" aria-hidden />
          {!isUsual && <span className="absolute top-1 right-1 size-1.5 rounded-full bg-highlight" />}
        </>
      }
      className="relative inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
      items={[
        ...choices(filters, view.filter, (filter) => onChange({ ...view, filter })),
        "separator",
        ...choices(sorts, view.sort, (sort) => onChange({ ...view, sort })),
        "separator",
        { label: "Select chats…", onSelect },
        { label: "New workspace…", onSelect: onNewWorkspace },
      ]}
    />
  );
}
