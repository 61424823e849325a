"use client";

import Pencil from "lucide-react/icons/pencil";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import { Fragment, useRef, useState } from "react";
import { usePeople } from "@/components/data/people";
import { useUpdateMe } from "@/components/data/use-update-me";
import { useTranslations } from "@/components/i18n/words";
import { IconButton } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import {
  DEFAULT_SHORTCUTS,
  findDuplicate,
  isReserved,
  SHORTCUT_PATTERN,
  type ShortcutName,
} from "@/lib/identity/users/settings";
import type { Key } from "@/lib/platform/words/screens";
import { getKeys } from "./shortcut-keys";

const changeable: ShortcutName[] = [
  "find",
  "searchChats",
  "newChat",
  "toggleSidebar",
  "messageField",
  "list",
];
const fixed: [Key<"shortcuts">, string[]][] = [
  ["pasteText", ["Ctrl", "Shift", "V"]],
  ["stop", ["Esc"]],
  ["editLast", ["↑"]],
  ["mention", ["@", "/"]],
  ["attach", ["#"]],
  ["moveChat", ["Alt", "↑ ↓"]],
  ["inboxMove", ["J", "K"]],
  ["inboxReply", ["R"]],
  ["inboxAssign", ["A"]],
  ["inboxClose", ["C"]],
  ["inboxSnooze", ["S"]],
  ["inboxBack", ["Esc"]],
  ["list", ["?"]],
];

const NAMES: Record<string, string> = { mod: "Ctrl", escape: "Esc" };

// Returns the keys of a shortcut as they are shown, such as `["Ctrl", "Shift", "O"]`.
const formatKeys = (keys: string): string[] =>
  keys.split("+").map((key) => NAMES[key] ?? `${key[0]!.toUpperCase()}${key.slice(1)}`);

/** Lists the keyboard shortcuts, of which people can change some, with a note that on a Mac ⌘ replaces Ctrl. */
export function Shortcuts({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations("shortcuts");
  const { me } = usePeople();
  const [changing, setChanging] = useState<ShortcutName>();
  const sendsWithEnter = me.sendKey === "enter";
  const sending: [Key<"shortcuts">, string[]][] = [
    ["send", sendsWithEnter ? ["Enter"] : ["Ctrl", "Enter"]],
    ["newLine", sendsWithEnter ? ["Shift", "Enter"] : ["Enter"]],
  ];
  return (
    <Dialog open={open} onClose={onClose} title={t("title")}>
      <dl className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2">
        {changeable.map((name) => (
          <ChangeableShortcut
            key={name}
            name={name}
            isChanging={changing === name}
            onChanging={(isChanging) => setChanging(isChanging ? name : undefined)}
          />
        ))}
        {[...sending, ...fixed].map(([what, keys]) => (
          <div key={what} className="contents">
            <dt>{t(what)}</dt>
            <dd className="justify-self-end pe-6">
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-muted">{t("mac")}</p>
    </Dialog>
  );
}

const Keys = ({ keys }: { keys: string[] }) => (
  <span className="flex gap-1">
    {keys.map((key, at) => (
      <Fragment key={key}>
        {at > 0 && <span className="sr-only"> + </span>}
        <kbd className="rounded-md border bg-sunken px-1.5 py-0.5 font-mono text-xs">{key}</kbd>
      </Fragment>
    ))}
  </span>
);

type ChangeableShortcutProps = {
  name: ShortcutName;
  isChanging: boolean;
  onChanging: (isChanging: boolean) => void;
};

function ChangeableShortcut({ name, isChanging, onChanging }: ChangeableShortcutProps) {
  const t = useTranslations("shortcuts");
  const { me } = usePeople();
  const saving = useUpdateMe();
  const [fault, setFault] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const sent = saving.isError ? undefined : saving.variables?.shortcuts?.[name];
  // The page with the new keys arrives after the answer.
  const keys = sent === undefined ? me.shortcuts[name] : (sent ?? DEFAULT_SHORTCUTS[name]);
  const save = (next: string | null) => {
    onChanging(false);
    setFault(undefined);
    saving.mutate({ shortcuts: { [name]: next } });
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!isChanging || event.key === "Tab") return;
    const typed = getKeys(event.nativeEvent);
    event.preventDefault();
    event.stopPropagation();
    if (!typed) return;
    if (typed === "escape") return onChanging(false);
    if (!SHORTCUT_PATTERN.test(typed)) return setFault(t("unfit"));
    if (isReserved(typed)) return setFault(t("taken"));
    if (findDuplicate({ ...me.shortcuts, [name]: typed })) return setFault(t("taken"));
    save(typed);
  };
  const isDefault = keys === DEFAULT_SHORTCUTS[name];
  return (
    <div className="contents">
      <dt>
        {t(name)}
        {fault && (
          <span role="alert" className="block text-sm text-danger">
            {fault}
          </span>
        )}
      </dt>
      <dd className="flex items-center justify-end gap-1">
        {!isDefault && (
          <IconButton
            label={t("reset", { name: t(name) })}
            onClick={() => {
              button.current?.focus();
              save(null);
            }}
            className="size-7!"
          >
            <RotateCcw aria-hidden />
          </IconButton>
        )}
        <button
          ref={button}
          type="button"
          title={t("changeHint")}
          onClick={({ currentTarget }) => {
            // Safari doesn't focus a clicked button.
            currentTarget.focus();
            setFault(undefined);
            onChanging(!isChanging);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => onChanging(false)}
          className="flex items-center gap-1.5 rounded-md p-1 hover:bg-hover pointer-coarse:p-2"
        >
          <span className="sr-only">{t("change", { name: t(name) })} </span>
          {isChanging ? (
            <span className="text-sm text-accent" aria-live="polite">
              {t("pressKeys")}
            </span>
          ) : (
            <Keys keys={formatKeys(keys)} />
          )}
          <Pencil className="size-3 text-muted" aria-hidden />
        </button>
      </dd>
    </div>
  );
}
