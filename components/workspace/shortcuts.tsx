"use client";

import { Dialog } from "@/components/ui/dialog";

const shortcuts: [string, string[]][] = [
  ["Find anything", ["Ctrl", "K"]],
  ["Search the list of chats", ["Ctrl", "Shift", "F"]],
  ["New chat", ["Ctrl", "Shift", "O"]],
  ["Show or hide the sidebar", ["Ctrl", "Shift", "S"]],
  ["Go to the message field", ["Shift", "Esc"]],
  ["Send", ["Enter"]],
  ["New line", ["Shift", "Enter"]],
  ["Paste a long text as text, not as a file", ["Ctrl", "Shift", "V"]],
  ["Stop the reply", ["Esc"]],
  ["Edit the last message, in an empty field", ["↑"]],
  ["Mention somebody, run an action", ["@", "/"]],
  ["Move a chat in your own order", ["Alt", "↑ ↓"]],
  ["This list", ["?", "Ctrl /"]],
];

/** The list of keys. On a Mac ⌘ does what Ctrl does. */
export const Shortcuts = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
    <dl className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2.5">
      {shortcuts.map(([what, keys]) => (
        <div key={what} className="contents">
          <dt>{what}</dt>
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
    <p className="mt-4 text-muted">On a Mac, ⌘ does what Ctrl does.</p>
  </Dialog>
);
