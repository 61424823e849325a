"use client";

import Check from "lucide-react/icons/check";
import ChevronDown from "lucide-react/icons/chevron-down";
import Copy from "lucide-react/icons/copy";
import CornerUpLeft from "lucide-react/icons/corner-up-left";
import Ellipsis from "lucide-react/icons/ellipsis";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import SmilePlus from "lucide-react/icons/smile-plus";
import type { ReactNode } from "react";
import { useReadAloud } from "@/components/chat/voice/use-read-aloud";
import { useLazyTranslations, useTranslations } from "@/components/i18n/words";
import { IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { Menu } from "@/components/ui/menu";
import { useToast } from "@/components/ui/toast";
import { useAfterHydration } from "@/components/ui/use-after-hydration";
import { useCopy } from "@/components/ui/use-copy";
import { useLazyModule } from "@/components/ui/use-near";
import type { RegenerationOptions } from "./message-menu-items";

const loadRenderer = () => import("@/lib/platform/markdown/standalone.mjs");
const renderAsHtml = async (markdown: string): Promise<string> =>
  (await loadRenderer()).renderMarkdownAsHtml(markdown, location.origin);

const buttonSize = "size-8! pointer-coarse:size-10!";
const smallSize = "size-6! rounded-md! pointer-coarse:size-10! [&_svg]:size-4!";
const menuButton =
  "inline-flex shrink-0 items-center justify-center rounded-lg text-muted transition-colors hover:bg-hover hover:text-ink [&_svg]:size-4.5";

// Shows the buttons on hover and focus in the gap below the message, so that they cover no text and shift no layout.
// On touch screens the message grows to make room for them.
const floating =
  "absolute top-full z-10 h-6 max-w-full opacity-0 transition-opacity group-hover/message:opacity-100 group-has-[:focus-visible]/message:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:static pointer-coarse:h-0 pointer-coarse:overflow-hidden pointer-coarse:group-focus-within/message:h-auto pointer-coarse:group-focus-within/message:overflow-visible pointer-coarse:group-focus-within/message:opacity-100";

type MessageMenuProps = {
  text: string;
  /** Path of the message's link, without the origin. */
  address: string;
  onReact: (emoji: string) => void;
  onReply: () => void;
  onRetry?: () => void;
  regeneration?: RegenerationOptions;
  onEdit?: () => void;
  onDelete?: () => void;
  onMadeFrom?: () => void;
  onBranch?: () => void;
  onRun: () => void;
  isReply: boolean;
  isOwn: boolean;
  rating?: ReactNode;
  time: ReactNode;
  isFloating: boolean;
};

/** Requires an ancestor with the class `group/message`, whose hover or focus shows the menu. */
export function MessageMenu(props: MessageMenuProps) {
  const { isFloating, isOwn } = props;
  const isAfterHydration = useAfterHydration();
  const place = isOwn ? "end-0" : "-start-1 sm:start-9";
  return (
    <div className={cx("flex flex-wrap items-center", isFloating ? `${floating} ${place}` : "mt-1")}>
      {/* Half of the page's elements would be buttons that nobody sees before they work. */}
      {(isAfterHydration || !isFloating) && <MessageButtons {...props} />}
    </div>
  );
}

function MessageButtons({
  text,
  address,
  onReact,
  onReply,
  onRetry,
  regeneration,
  onEdit,
  onDelete,
  onMadeFrom,
  onBranch,
  onRun,
  isReply,
  rating,
  time,
  isFloating,
}: MessageMenuProps) {
  const t = useTranslations("chat");
  const { isCopied, copy } = useCopy();
  const toast = useToast();
  const laterWords = useLazyTranslations("messageMenu");
  const reading = useReadAloud(text);
  const [loaded, near] = useLazyModule(() => Promise.all([import("./message-menu-items"), laterWords()]));
  const [items, ofItems] = loaded ?? [];
  const copyFormatted = async () => {
    const isDone = await copy(text, () => renderAsHtml(text));
    if (!isDone) toast({ text: (await laterWords())("notCopied"), isFailure: true });
  };
  const size = isFloating ? smallSize : buttonSize;
  return (
    <>
      <Menu
        label={t("react")}
        isRow
        align="start"
        trigger={<SmilePlus aria-hidden />}
        className={cx(menuButton, size)}
        onNear={near}
        items={ofItems && items?.buildReactionItems(ofItems, onReact)}
      />
      <IconButton label={t("replyTo")} onClick={onReply} className={size}>
        <CornerUpLeft aria-hidden />
      </IconButton>
      <IconButton
        label={t(isCopied ? "copied" : "copy")}
        onPointerEnter={() => void loadRenderer().catch(() => {})}
        onClick={() => void copyFormatted()}
        className={size}
      >
        {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      </IconButton>
      {rating}
      {onRetry && (
        <IconButton label={t("regenerate")} onClick={onRetry} className={size}>
          <RotateCcw aria-hidden />
        </IconButton>
      )}
      {regeneration && (
        <Menu
          label={t("adjustReply")}
          trigger={<ChevronDown aria-hidden />}
          className={cx(menuButton, size)}
          onNear={near}
          items={ofItems && items?.buildRegenerationItems(ofItems, regeneration)}
        />
      )}
      <Menu
        label={t("more")}
        trigger={<Ellipsis aria-hidden />}
        className={cx(menuButton, size)}
        onNear={near}
        items={
          ofItems &&
          items?.buildMessageMenuItems({
            t: ofItems,
            text,
            ...{ address, copy, toast, isReply },
            onRun,
            onBranch,
            reading,
            onMadeFrom,
            onEdit,
            onDelete,
          })
        }
      />
      {time}
    </>
  );
}
