"use client";

import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { useId, useRef, useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Button, IconButton } from "./button";
import { Field, Input, Textarea } from "./field";

type Entries = Record<string, unknown>;
type EntryRow = { id: number; name: string; text: string };
type EntriesFieldProps = {
  label: string;
  help: string;
  value: Entries;
  error?: string | undefined;
  onChange: (value: Entries | undefined) => void;
};

export function EntriesField({ label, help, value, error, onChange }: EntriesFieldProps) {
  const t = useTranslations("ui");
  const id = useId();
  const add = useRef<HTMLButtonElement>(null);
  const { rows, change, addRow, isNewest } = useRows(value, onChange);
  const names = rows.map(({ name }) => name.trim());
  const duplicate = names.find((name, at) => name !== "" && names.indexOf(name) !== at);
  return (
    <fieldset aria-describedby={`${id}-help`} className="min-w-0 text-sm">
      <legend className="font-medium">{label}</legend>
      <p id={`${id}-help`} className="mt-0.5 text-muted">
        {help}
      </p>
      <ul className="mt-2 space-y-2 empty:hidden">
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            isNew={row.name === "" && isNewest(row)}
            isDuplicate={row.name.trim() === duplicate}
            onWrite={(part) => change(rows.map((one) => (one.id === row.id ? { ...one, ...part } : one)))}
            onRemove={() => {
              change(rows.filter((one) => one.id !== row.id));
              add.current?.focus();
            }}
          />
        ))}
      </ul>
      <Button ref={add} size="small" className="mt-2" onClick={addRow}>
        <Plus aria-hidden /> {t("addValue")}
      </Button>
      {(error || duplicate) && (
        <p role="alert" className="mt-1 text-danger">
          {error ?? t("sameNames", { name: duplicate! })}
        </p>
      )}
      <AsJson label={label} value={value} onChange={onChange} />
    </fieldset>
  );
}

function useRows(value: Entries, onChange: EntriesFieldProps["onChange"]) {
  const lastId = useRef(0);
  const toRows = (entries: Entries): EntryRow[] =>
    Object.entries(entries).map(([name, one]) => ({ id: ++lastId.current, name, text: formatEntry(one) }));
  const [rows, setRows] = useState(() => toRows(value));
  const [previousValue, setPreviousValue] = useState(value);
  // The value was changed from outside or as JSON.
  if (!areSame(previousValue, value)) {
    setPreviousValue(value);
    // A row without a name is still being written.
    if (!areSame(toEntries(rows), value))
      setRows([...toRows(value), ...rows.filter(({ name }) => name.trim() === "")]);
  }
  return {
    rows,
    change(next: EntryRow[]) {
      setRows(next);
      const named = next.filter(({ name }) => name.trim());
      const entries = toEntries(named);
      onChange(Object.keys(entries).length === named.length ? entries : undefined);
    },
    addRow: () => setRows([...rows, { id: ++lastId.current, name: "", text: "" }]),
    isNewest: (row: EntryRow) => row.id === lastId.current,
  };
}

type RowProps = {
  row: EntryRow;
  isNew: boolean;
  isDuplicate: boolean;
  onWrite: (part: Partial<EntryRow>) => void;
  onRemove: () => void;
};

function Row({ row: { name, text }, isNew, isDuplicate, onWrite, onRemove }: RowProps) {
  const t = useTranslations("ui");
  return (
    <li className="flex items-center gap-2">
      <Input
        aria-label={t("valueName")}
        value={name}
        maxLength={200}
        autoComplete="off"
        autoFocus={isNew}
        aria-invalid={isDuplicate || undefined}
        className="max-w-2/5 shrink-0"
        onChange={({ target }) => onWrite({ name: target.value })}
      />
      <Input
        aria-label={name ? t("valueOf", { name }) : t("value")}
        value={text}
        autoComplete="off"
        className="min-w-0"
        onChange={({ target }) => onWrite({ text: target.value })}
      />
      <IconButton label={name ? t("removeValue", { name }) : t("remove")} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </li>
  );
}

function AsJson({ label, value, onChange }: Pick<EntriesFieldProps, "label" | "value" | "onChange">) {
  const t = useTranslations("ui");
  const [draft, setDraft] = useState<string>();
  const written = draft === undefined ? value : objectIn(draft);
  // Shows the JSON as typed until the value changes.
  const unfinished = draft !== undefined && (!written || areSame(written, value)) ? draft : undefined;
  return (
    <details className="mt-3">
      <summary className="rounded-md text-muted hover:text-ink">{t("asJson")}</summary>
      <Field
        label={t("fieldAsJson", { label })}
        error={written ? undefined : t("notJsonObject")}
        className="mt-2"
      >
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            value={unfinished ?? JSON.stringify(value, null, 2)}
            maxLength={65_536}
            spellCheck={false}
            className="field-sizing-content max-h-80 font-mono"
            onChange={({ target }) => {
              setDraft(target.value);
              onChange(objectIn(target.value));
            }}
          />
        )}
      </Field>
    </details>
  );
}

// Returns strings unchanged unless they would parse as another JSON value; all other values become JSON.
const formatEntry = (value: unknown): string =>
  typeof value === "string" && valueIn(value) === value ? value : JSON.stringify(value);

// Parses JSON; text that isn't valid JSON is returned as a string.
function valueIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const toEntries = (rows: EntryRow[]): Entries =>
  Object.fromEntries(
    rows.flatMap(({ name, text }) => (name.trim() ? [[name.trim(), valueIn(text)] as const] : [])),
  );

// Key order is irrelevant and may be changed by the database.
const areSame = (one: Entries, other: Entries): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

function objectIn(text: string): Entries | undefined {
  const value = valueIn(text.trim() || "{}");
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Entries)
    : undefined;
}
