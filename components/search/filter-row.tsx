import Bot from "lucide-react/icons/bot";
import ChevronDown from "lucide-react/icons/chevron-down";
import Folder from "lucide-react/icons/folder";
import MessagesSquare from "lucide-react/icons/messages-square";
import Paperclip from "lucide-react/icons/paperclip";
import UserRound from "lucide-react/icons/user-round";
import X from "lucide-react/icons/x";
import { type ReactNode, Suspense, useRef, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import { useTranslations } from "@/components/i18n/words";
import { type Author, type ChatOrProject, type Filters, isDay } from "./filters";

const PickFilter = lazy(() => import("./pick-filter").then((file) => ({ default: file.PickFilter })));

const shape =
  "inline-flex h-8 max-w-full items-center gap-1.5 rounded-full border px-3 text-sm pointer-coarse:h-10 [&_svg]:size-4 [&_svg]:shrink-0";
const control = `${shape} text-muted hover:text-ink`;
const active = `${shape} border-accent bg-accent-soft text-ink`;
const icons = { user: UserRound, assistant: Bot, chat: MessagesSquare, project: Folder };

type FilterRowProps = {
  filters: Filters;
  /** `focus`: moves the focus to the search field, because the control is removed. */
  onChange: (filters: Filters, focus?: boolean) => void;
};

export function FilterRow({ filters, onChange }: FilterRowProps) {
  const t = useTranslations("search");
  const { from, in: place, hasFile } = filters;
  const set = (change: Partial<Filters>) => onChange({ ...filters, ...change }, true);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a second border and a legend
    <div role="group" aria-label={t("filters")} className="flex flex-wrap items-center gap-2">
      {from ? (
        <Chip
          label={t("fromAuthor", { name: from.name })}
          Icon={icons[from.kind]}
          onRemove={() => set({ from: undefined })}
        />
      ) : (
        <Picker<Author> of="from" onPick={(author) => set({ from: author })} />
      )}
      {place ? (
        <Chip
          label={t("inChat", { name: place.name })}
          Icon={icons[place.kind]}
          onRemove={() => set({ in: undefined })}
        />
      ) : (
        <Picker<ChatOrProject> of="in" onPick={(picked) => set({ in: picked })} />
      )}
      <button
        type="button"
        aria-pressed={hasFile === true}
        onClick={() => onChange({ ...filters, hasFile: !hasFile })}
        className={hasFile ? active : control}
      >
        <Paperclip aria-hidden /> {t("hasFile")} {hasFile && <X aria-hidden />}
      </button>
      <Day name="after" {...{ filters, onChange }} />
      <Day name="before" {...{ filters, onChange }} />
    </div>
  );
}

type ChipProps = { label: string; Icon: typeof X; onRemove: () => void };

function Chip({ label, Icon, onRemove }: ChipProps) {
  const t = useTranslations("search");
  return (
    <button
      type="button"
      aria-label={t("removeFilter", { filter: label })}
      onClick={onRemove}
      className={active}
    >
      <Icon aria-hidden />
      <span className="truncate">{label}</span>
      <X aria-hidden />
    </button>
  );
}

type PickerProps<T> = { of: "from" | "in"; onPick: (picked: T) => void };

function Picker<T extends Author | ChatOrProject>({ of, onPick }: PickerProps<T>) {
  const t = useTranslations("search");
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        className={control}
      >
        {t(of)} <ChevronDown aria-hidden />
      </button>
      <Suspense>
        {isOpen && (
          <PickFilter
            of={of}
            anchor={button.current!}
            onClose={() => setOpen(false)}
            onPick={(picked) => {
              setOpen(false);
              onPick(picked as T);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

type DayProps = FilterRowProps & { name: "after" | "before" };

function Day({ name, filters, onChange }: DayProps): ReactNode {
  const t = useTranslations("search");
  const value = filters[name];
  // Keeps an incomplete day while it is typed.
  const [typed, setTyped] = useState({ value, text: value ?? "" });
  if (typed.value !== value) setTyped({ value, text: value ?? "" });
  return (
    <span className={value ? active : control}>
      <label className="inline-flex items-center gap-1.5">
        {t(name)}
        <input
          type="date"
          value={typed.text}
          onChange={({ target }) => {
            const day = isDay(target.value) ? target.value : undefined;
            setTyped({ value: day, text: target.value });
            onChange({ ...filters, [name]: day });
          }}
          className="bg-transparent"
        />
      </label>
      {value && (
        <button
          type="button"
          aria-label={t("removeFilter", { filter: `${t(name)} ${value}` })}
          onClick={() => onChange({ ...filters, [name]: undefined }, true)}
          className="-me-1.5 rounded-full p-1 hover:bg-hover"
        >
          <X aria-hidden />
        </button>
      )}
    </span>
  );
}
