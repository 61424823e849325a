"use client";

import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import Pencil from "lucide-react/icons/pencil";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import Trash2 from "lucide-react/icons/trash-2";
import { IconButton } from "@/components/ui/button";
import { useCopy } from "@/components/ui/use-copy";

/** What one can do with a message: shown when it is pointed at or focused, always on touch screens. */
export function MessageActions({
  text,
  onRetry,
  onEdit,
  onDelete,
  isEnd,
}: {
  text: string;
  onRetry?: () => void;
  onEdit?: () => void;
  onDelete?: () => void;
  /** At the right, under one's own message. */
  isEnd: boolean;
}) {
  const { isCopied, copy } = useCopy();
  const small = "size-8 pointer-coarse:size-10";
  return (
    <div
      className={`mt-0.5 flex h-8 opacity-0 transition-opacity group-focus-within/message:opacity-100 group-hover/message:opacity-100 pointer-coarse:h-10 pointer-coarse:opacity-100 ${isEnd ? "justify-end" : "-ml-2 sm:ml-8"}`}
    >
      <IconButton label={isCopied ? "Copied" : "Copy"} onClick={() => void copy(text)} className={small}>
        {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      </IconButton>
      {onRetry && (
        <IconButton label="Reply again" onClick={onRetry} className={small}>
          <RotateCcw aria-hidden />
        </IconButton>
      )}
      {onEdit && (
        <IconButton label="Edit" onClick={onEdit} className={small}>
          <Pencil aria-hidden />
        </IconButton>
      )}
      {onDelete && (
        <IconButton label="Delete message" onClick={onDelete} className={small}>
          <Trash2 aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
