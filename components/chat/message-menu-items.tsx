import Zap from "lucide-react/icons/zap";
import type { MenuItem } from "@/components/ui/menu";
import { MenuIcon } from "./menu-icon";
import type { useReadAloud } from "./use-read-aloud";

type Given = {
  onCopyLink: () => void;
  onRun: () => void;
  onBranch?: () => void;
  /** Undefined where it cannot be read aloud. */
  reading: ReturnType<typeof useReadAloud>;
  onMadeFrom?: () => void;
  onEdit?: () => void;
  onDelete?: () => void;
};

/** What one can do with a message besides what its buttons do; what is not given is not offered. */
export function itemsOf({ onCopyLink, onRun, onBranch, reading, onMadeFrom, onEdit, onDelete }: Given) {
  const items: (MenuItem | undefined)[] = [
    { label: "Copy link", icon: <MenuIcon name="Link" />, onSelect: onCopyLink },
    { label: "Run an action on this", icon: <Zap aria-hidden />, onSelect: onRun },
    onBranch && { label: "Branch from here", icon: <MenuIcon name="GitBranch" />, onSelect: onBranch },
    reading && {
      label: reading.isReading ? "Stop reading" : "Read aloud",
      icon: <MenuIcon name="Volume2" />,
      onSelect: reading.toggle,
    },
    onMadeFrom && { label: "Made from…", icon: <MenuIcon name="Info" />, onSelect: onMadeFrom },
    onEdit && { label: "Edit", icon: <MenuIcon name="Pencil" />, onSelect: onEdit },
    onDelete && {
      label: "Delete message",
      icon: <MenuIcon name="Trash2" />,
      danger: true,
      onSelect: onDelete,
    },
  ];
  return items.filter((item) => item !== undefined);
}

/** Those that are offered; any other that somebody put by the API is shown too. */
const OFFERED = {
  "👍": "Thumbs up",
  "❤️": "Heart",
  "😂": "Laughing",
  "🎉": "Party",
  "😮": "Surprised",
  "😢": "Sad",
  "🙏": "Thank you",
  "👀": "Looking at it",
};

/** A few emoji to react with. */
export const reactionsOf = (onReact: (emoji: string) => void): MenuItem[] =>
  Object.entries(OFFERED).map(([emoji, label]) => ({
    label,
    icon: <span aria-hidden>{emoji}</span>,
    onSelect: () => onReact(emoji),
  }));
