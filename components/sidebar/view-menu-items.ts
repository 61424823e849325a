import type { MenuItem } from "@/components/ui/menu";
import type { Key } from "@/lib/platform/words/screens";
import type { Translate } from "@/lib/platform/words/translate";
import { DEFAULT_VIEW, filters, sorts, type View } from "./view";

export type Choices = {
  view: View;
  onChange: (view: View) => void;
  onSelect: () => void;
  onNewFolder: () => void;
};

export function buildViewMenuItems(
  t: Translate<"sidebar">,
  { view, onChange, onSelect, onNewFolder }: Choices,
  tags: { tag: string; chats_count: number }[],
): MenuItem[] {
  const choices = <K extends string>(
    names: Record<K, Key<"sidebar">>,
    chosen: K | undefined,
    choose: (key: K) => void,
  ): MenuItem[] =>
    (Object.entries(names) as [K, Key<"sidebar">][]).map(([key, label]) => ({
      label: t(label),
      checked: key === chosen,
      onSelect: () => choose(key),
    }));
  return [
    ...choices(filters, view.tag ? undefined : view.filter, (filter) =>
      onChange({ filter, sort: view.sort }),
    ),
    ...tags.map(({ tag, chats_count }) => ({
      label: `#${tag}`,
      hint: t("chatsCount", { count: chats_count }),
      checked: tag === view.tag,
      onSelect: () => onChange({ filter: DEFAULT_VIEW.filter, sort: view.sort, tag }),
    })),
    "separator",
    ...choices(sorts, view.sort, (sort) => onChange({ ...view, sort })),
    "separator",
    { label: t("selectChats"), onSelect },
    { label: t("newFolderMenu"), onSelect: onNewFolder },
  ];
}
