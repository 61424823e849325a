import Search from "lucide-react/icons/search";
import { cx } from "./class-names";

export const SearchField = ({
  label,
  value,
  onChange,
  maxLength = 200,
  className = "sm:w-64",
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
  className?: string;
}) => (
  <div className={cx("relative w-full", className)}>
    <Search className="pointer-events-none absolute top-3 start-3 size-4 text-muted" aria-hidden />
    <input
      type="search"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      aria-label={label}
      placeholder={label}
      maxLength={maxLength}
      className="h-10 w-full rounded-lg border border-line-strong bg-surface pe-3 ps-9 text-sm"
    />
  </div>
);
