import Zap from "lucide-react/icons/zap";
import type { useReadAloud } from "@/components/chat/voice/use-read-aloud";
import type { MenuItem } from "@/components/ui/menu";
import { MenuIcon } from "@/components/ui/menu-icon";
import type { Key } from "@/lib/platform/words/screens";
import type { Translate } from "@/lib/platform/words/translate";

type MessageMenuOptions = {
  t: Translate<"messageMenu">;
  onCopyLink: () => void;
  onRun: () => void;
  onBranch?: () => void;
  reading: ReturnType<typeof useReadAloud> | undefined;
  onMadeFrom?: () => void;
  onEdit?: () => void;
  onDelete?: () => void;
};

export function buildMessageMenuItems({
  t,
  onCopyLink,
  onRun,
  onBranch,
  reading,
  onMadeFrom,
  onEdit,
  onDelete,
}: MessageMenuOptions) {
  const items: (MenuItem | undefined)[] = [
    { label: t("copyLink"), icon: <MenuIcon name="Link" />, onSelect: onCopyLink },
    { label: t("runPrompt"), icon: <Zap aria-hidden />, onSelect: onRun },
    onBranch && { label: t("branch"), icon: <MenuIcon name="GitBranch" />, onSelect: onBranch },
    reading && {
      label: t(reading.isReading ? "stopReading" : "readAloud"),
      icon: <MenuIcon name="Volume2" />,
      onSelect: reading.toggle,
    },
    onMadeFrom && { label: t("howMade"), icon: <MenuIcon name="Info" />, onSelect: onMadeFrom },
    onEdit && { label: t("edit"), icon: <MenuIcon name="Pencil" />, onSelect: onEdit },
    onDelete && {
      label: t("deleteMessage"),
      icon: <MenuIcon name="Trash2" />,
      danger: true,
      onSelect: onDelete,
    },
  ];
  return items.filter((item) => item !== undefined);
}

// Emoji in the menu. Reactions set through the API may use any other.
const OFFERED: Record<string, Key<"messageMenu">> = {
  "👍": "thumbsUp",
  "❤️": "heart",
  "😂": "laughing",
  "🎉": "party",
  "😮": "surprised",
  "😢": "sad",
  "🙏": "thankYou",
  "👀": "looking",
};

export const buildReactionItems = (
  t: Translate<"messageMenu">,
  onReact: (emoji: string) => void,
): MenuItem[] =>
  Object.entries(OFFERED).map(([emoji, key]) => ({
    label: t(key),
    icon: <span aria-hidden>{emoji}</span>,
    onSelect: () => onReact(emoji),
  }));
