import { BEGINS, EXACT, HAS_WORDS, rankName } from "@/components/search/rank";
import { useChatSection, usePlaceSection, type Viewer } from "./use-commands";
import {
  type PaletteEntry,
  type Section,
  useBeginningSections,
  useFoundSections,
  type Within,
} from "./use-sections";

const inOneChat: Section["kind"][] = ["messages", "documents", "search"];
const commands: Section["kind"][] = ["goTo", "thisChat"];

type EntriesOptions = {
  viewer: Viewer;
  within: Within | undefined;
  runAction: (id: number) => void;
};

export function useEntries(search: string, { viewer, within, runAction }: EntriesOptions) {
  const { sections: results, chats, texts } = useFoundSections(search, within);
  const { sections: beginnings, tasks, actions } = useBeginningSections(search, runAction);
  const everything = [...results, useChatSection(search), ...beginnings, usePlaceSection(search, viewer)];
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

// Moves assistants, templates and prompts above chats and messages if their name is fully typed, and commands if the
// search begins words of their name.
function putCommandsFirst(everything: Section[], search: string): Section[] {
  if (search === "") return everything;
  const getPlace = (kind: Section["kind"], { name }: PaletteEntry): number => {
    const rank = name === undefined ? 0 : rankName(name, search);
    if (rank === EXACT) return 0;
    const isCommand = commands.includes(kind);
    if (isCommand && rank === BEGINS) return 1;
    return isCommand && rank === HAS_WORDS ? 2 : 3;
  };
  return [0, 1, 2, 3].flatMap((place) =>
    everything.map(({ kind, entries }) => ({
      kind,
      entries: entries.filter((entry) => getPlace(kind, entry) === place),
    })),
  );
}
