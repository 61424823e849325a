"use client";

import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import CornerUpLeft from "lucide-react/icons/corner-up-left";
import Ellipsis from "lucide-react/icons/ellipsis";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import SmilePlus from "lucide-react/icons/smile-plus";
import { IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { Menu } from "@/components/ui/menu";
import { useToast } from "@/components/ui/toast";
import { useCopy } from "@/components/ui/use-copy";
import { useNear } from "@/components/ui/use-near";
import { useReadAloud } from "./use-read-aloud";

const small = "size-8! pointer-coarse:size-10!";
const menuButton = `inline-flex shrink-0 items-center justify-center rounded-lg text-muted transition-colors hover:bg-hover hover:text-ink [&_svg]:size-4.5 ${small}`;

/** What one can do with a message: shown when it is pointed at or focused, always on touch screens. */
export function MessageMenu({
  text,
  address,
  onReact,
  onReply,
  onRetry,
  onEdit,
  onDelete,
  onMadeFrom,
  onBranch,
  onRun,
  isReply,
  isEnd,
}: {
  text: string;
  /** Of the message, below the origin. */
  address: string;
  onReact: (emoji: string) => void;
  onReply: () => void;
  onRetry?: () => void;
  onEdit?: () => void;
  onDelete?: () => void;
  /** For a reply: shows what it was made from. */
  onMadeFrom?: () => void;
  /** Makes a chat with everything up to it. */
  onBranch?: () => void;
  /** Runs an action on it. */
  onRun: () => void;
  /** Of an assistant: it can be read aloud. */
  isReply: boolean;
  /** At the right, under one's own message. */
  isEnd: boolean;
}) {
  const { isCopied, copy } = useCopy();
  const toast = useToast();
  const reading = useReadAloud(text);
  const [items, near] = useNear(() => import("./message-menu-items"));
  const copyLink = async () => {
    const isDone = await copy(new URL(address, location.href).href);
    toast(isDone ? "Link copied." : "The browser does not allow copying.");
  };
  return (
    <div
      className={cx(
        "mt-0.5 flex h-8 opacity-0 transition-opacity group-focus-within/message:opacity-100 group-hover/message:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:h-10 pointer-coarse:opacity-100",
        isEnd && "justify-end",
      )}
    >
      <Menu
        label="React"
        align="start"
        trigger={<SmilePlus aria-hidden />}
        className={menuButton}
        onNear={near}
        items={items?.reactionsOf(onReact)}
      />
      <IconButton label="Reply to this message" onClick={onReply} className={small}>
        <CornerUpLeft aria-hidden />
      </IconButton>
      <IconButton label={isCopied ? "Copied" : "Copy"} onClick={() => void copy(text)} className={small}>
        {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      </IconButton>
      {onRetry && (
        <IconButton label="Reply again" onClick={onRetry} className={small}>
          <RotateCcw aria-hidden />
        </IconButton>
      )}
      <Menu
        label="More"
        trigger={<Ellipsis aria-hidden />}
        className={menuButton}
        onNear={near}
        items={items?.itemsOf({
          onCopyLink: () => void copyLink(),
          onRun,
          onBranch,
          reading: isReply ? reading : undefined,
          onMadeFrom,
          onEdit,
          onDelete,
        })}
      />
    </div>
  );
}
