import { cx } from "@/components/ui/class-names";

/** How many messages are unread, where there are any. @param what They are, and where */
export const UnreadCount = ({
  count,
  what = "unread",
  isOutlined = false,
}: {
  count: number;
  what?: string;
  /** Not in what it stands at, but below it. */
  isOutlined?: boolean;
}) =>
  count > 0 && (
    <span
      title={`${count} ${what}`}
      className={cx(
        "shrink-0 rounded-full px-1.5 text-xs font-semibold tabular-nums forced-colors:border",
        isOutlined ? "border border-highlight text-highlight" : "bg-highlight text-on-highlight",
      )}
    >
      {count > 99 ? "99+" : count}
      <span className="sr-only"> {what}</span>
    </span>
  );
