import LoaderCircle from "lucide-react/icons/loader-circle";
import { cx } from "./class-names";

/** Turns while something runs. With a `label` it is read out; without, the text beside it says what runs. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span role={label ? "status" : undefined} className={cx("inline-flex shrink-0", className ?? "size-4")}>
      <LoaderCircle aria-hidden className="size-full animate-spin" />
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
