import Search from "lucide-react/icons/search";

/** A field that filters what is below it. */
export const SearchField = ({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) => (
  <div className="relative w-full sm:w-64">
    <Search className="pointer-events-none absolute top-3 left-3 size-4 text-muted" aria-hidden />
    <input
      type="search"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      aria-label={label}
      placeholder={label}
      maxLength={200}
      className="h-10 w-full rounded-lg border border-line-strong bg-surface pr-3 pl-9 text-sm"
    />
  </div>
);
