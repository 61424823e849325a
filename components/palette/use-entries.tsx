import { BEGINS, EXACT, rankName } from "./rank";
import {
  type PaletteEntry,
  type Section,
  useBeginningSections,
  useFoundSections,
  usePlaceSections,
  type Within,
} from "./use-sections";

// Minimum length of a prefix that ranks a page above chats and messages.
const MIN_BEGINNING = 3;
const inOneChat: Section["kind"][] = ["messages", "documents", "search"];

export function useEntries(search: string, within: Within | undefined, runAction: (id: number) => void) {
  const { sections: results, chats, texts } = useFoundSections(search, within);
  const { sections: beginnings, tasks, actions } = useBeginningSections(search, runAction);
  const everything = [...results, ...beginnings, ...usePlaceSections(search)];
  const sections = within
    ? everything.filter(({ kind }) => inOneChat.includes(kind))
    : putCommandsFirst(everything, search);
  return {
    sections: sections.filter(({ entries }) => entries.length > 0),
    actions: actions.data ?? [],
    isLoading: chats.isPending || tasks.isPending || texts.isFetching,
    failure: chats.error ?? texts.error ?? tasks.error ?? actions.error,
  };
}

// Moves commands above chats and messages if their name is fully typed. For pages, a prefix is enough.
function putCommandsFirst(everything: Section[], search: string): Section[] {
  if (search === "") return everything;
  const isExact = ({ name }: PaletteEntry) => name !== undefined && rankName(name, search) === EXACT;
  const isBegun = (kind: Section["kind"], { name }: PaletteEntry) =>
    kind === "goTo" && search.length >= MIN_BEGINNING && rankName(name ?? "", search) === BEGINS;
  const pick = (isPicked: (kind: Section["kind"], entry: PaletteEntry) => boolean): Section[] =>
    everything.map(({ kind, entries }) => ({
      kind,
      entries: entries.filter((entry) => isPicked(kind, entry)),
    }));
  return [
    ...pick((_, entry) => isExact(entry)),
    ...pick(isBegun),
    ...pick((kind, entry) => !isExact(entry) && !isBegun(kind, entry)),
  ];
}
