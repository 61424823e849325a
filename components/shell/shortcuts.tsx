"use client";

import { useTranslations } from "@/components/i18n/words";
import { Dialog } from "@/components/ui/dialog";
import type { Key } from "@/lib/platform/words/screens";

const shortcuts: [Key<"shortcuts">, string[]][] = [
  ["find", ["Ctrl", "K"]],
  ["searchChats", ["Ctrl", "Shift", "F"]],
  ["newChat", ["Ctrl", "Shift", "O"]],
  ["toggleSidebar", ["Ctrl", "Shift", "S"]],
  ["messageField", ["Shift", "Esc"]],
  ["send", ["Enter"]],
  ["newLine", ["Shift", "Enter"]],
  ["pasteText", ["Ctrl", "Shift", "V"]],
  ["stop", ["Esc"]],
  ["editLast", ["↑"]],
  ["mention", ["@", "/"]],
  ["moveChat", ["Alt", "↑ ↓"]],
  ["inboxMove", ["J", "K"]],
  ["inboxReply", ["R"]],
  ["inboxAssign", ["A"]],
  ["inboxClose", ["C"]],
  ["inboxSnooze", ["S"]],
  ["inboxBack", ["Esc"]],
  ["list", ["?", "Ctrl /"]],
];

/** Lists the keyboard shortcuts, with a note that on a Mac ⌘ replaces Ctrl. */
export function Shortcuts({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations("shortcuts");
  return (
    <Dialog open={open} onClose={onClose} title={t("title")} isText>
      <dl className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2.5">
        {shortcuts.map(([what, keys]) => (
          <div key={what} className="contents">
            <dt>{t(what)}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key} className="rounded-md border bg-sunken px-1.5 py-0.5 font-mono text-xs">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-muted">{t("mac")}</p>
    </Dialog>
  );
}
