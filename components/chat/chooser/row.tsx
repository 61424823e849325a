import Check from "lucide-react/icons/check";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/class-names";

type ChooserRowProps = {
  name: string;
  about?: string;
  picture?: ReactNode;
  isChosen: boolean;
  disabled?: boolean;
  onChoose: () => void;
  more?: ReactNode;
};

export const Row = ({ name, about, picture, isChosen, disabled, onChoose, more }: ChooserRowProps) => (
  <li className="flex items-center rounded-lg hover:bg-hover has-[[data-choice]:focus]:bg-hover">
    <button
      type="button"
      data-choice={name}
      aria-pressed={isChosen}
      disabled={disabled}
      onClick={onChoose}
      className={cx(
        "flex min-w-0 flex-1 items-center gap-2.5 rounded-lg px-3 py-2 text-start focus-visible:outline-offset-[-2px] disabled:opacity-60 pointer-coarse:min-h-11",
        isChosen && "font-medium",
      )}
    >
      {picture}
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere">{name}</span>
        {about && <span className="line-clamp-2 text-xs font-normal text-muted">{about}</span>}
      </span>
      {isChosen && <Check className="size-4 shrink-0 text-accent" aria-hidden />}
    </button>
    {more}
  </li>
);

export const Rows = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="p-1">
    <h3 className="px-3 pt-2 pb-1 text-xs font-medium text-muted">{title}</h3>
    <ul>{children}</ul>
  </section>
);
