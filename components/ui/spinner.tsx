import LoaderCircle from "lucide-react/icons/loader-circle";
import { cx } from "./class-names";

/** With a `label` the spinner is announced; without, adjacent text must name the activity. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span role={label ? "status" : undefined} className={cx("inline-flex shrink-0", className ?? "size-4")}>
      <LoaderCircle aria-hidden className="size-full animate-spin" />
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
