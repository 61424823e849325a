import Type from "lucide-react/icons/type";
import Zap from "lucide-react/icons/zap";
import type { useReadAloud } from "@/components/chat/voice/use-read-aloud";
import type { MenuItem } from "@/components/ui/menu";
import { MenuIcon } from "@/components/ui/menu-icon";
import type { useToast } from "@/components/ui/toast";
import type { useCopy } from "@/components/ui/use-copy";
import { renderMarkdownAsText } from "@/lib/platform/markdown/standalone.mjs";
import type { Key } from "@/lib/platform/words/screens";
import type { Translate } from "@/lib/platform/words/translate";
import type { RegenerateDialogKind } from "./regenerate-dialog";

type MessageMenuOptions = {
  t: Translate<"messageMenu">;
  text: string;
  /** Path of the message's link, without the origin. */
  address: string;
  copy: ReturnType<typeof useCopy>["copy"];
  toast: ReturnType<typeof useToast>;
  isReply: boolean;
  onRun: () => void;
  onBranch?: () => void;
  reading: ReturnType<typeof useReadAloud>;
  onMadeFrom?: () => void;
  onEdit?: () => void;
  onDelete?: () => void;
};

export function buildMessageMenuItems({
  t,
  text,
  address,
  copy,
  toast,
  isReply,
  onRun,
  onBranch,
  reading,
  onMadeFrom,
  onEdit,
  onDelete,
}: MessageMenuOptions) {
  const copyLink = async () => {
    const { href } = new URL(address, location.href);
    const isDone = await copy(href);
    toast(isDone ? t("linkCopied") : { text: t("linkNotCopied", { link: href }), isFailure: true });
  };
  const copyPlainText = async () => {
    const isDone = await copy(renderMarkdownAsText(text, location.origin));
    if (!isDone) toast({ text: t("notCopied"), isFailure: true });
  };
  const items: (MenuItem | false | undefined)[] = [
    isReply && {
      label: t("copyPlainText"),
      icon: <Type aria-hidden />,
      onSelect: () => void copyPlainText(),
    },
    { label: t("copyLink"), icon: <MenuIcon name="Link" />, onSelect: () => void copyLink() },
    { label: t("runPrompt"), icon: <Zap aria-hidden />, onSelect: onRun },
    onBranch && { label: t("branch"), icon: <MenuIcon name="GitBranch" />, onSelect: onBranch },
    isReply && {
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
  return items.filter((item) => item !== undefined && item !== false);
}

export type RegenerationOptions = {
  onInstruction: (instruction: string) => void;
  onAsk: (kind: RegenerateDialogKind) => void;
  hasFixedModel: boolean;
};

export function buildRegenerationItems(
  t: Translate<"messageMenu">,
  { onInstruction, onAsk, hasFixedModel }: RegenerationOptions,
): MenuItem[] {
  const items: (MenuItem | false)[] = [
    { label: t("shorter"), onSelect: () => onInstruction(t("shorterInstruction")) },
    { label: t("longer"), onSelect: () => onInstruction(t("longerInstruction")) },
    { label: t("withSources"), onSelect: () => onInstruction(t("withSourcesInstruction")) },
    { label: t("otherInstruction"), onSelect: () => onAsk("instruction") },
    !hasFixedModel && { label: t("withOtherModel"), onSelect: () => onAsk("model") },
  ];
  return items.filter((item) => item !== false);
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
