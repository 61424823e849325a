import type { ReactNode } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "./button";
import { cx } from "./class-names";

export function EmptyState({
  title,
  children,
  action,
  icon,
  isPage = false,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
  /** The state fills the page, so its title is the page's heading. */
  isPage?: boolean;
}) {
  const Title = isPage ? "h1" : "p";
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-10 text-center">
      {icon && <div className="text-muted [&_svg]:size-8">{icon}</div>}
      <Title className="font-medium">{title}</Title>
      {children && <div className="max-w-prose text-sm text-muted">{children}</div>}
      {action && <div className="pt-2">{action}</div>}
    </div>
  );
}

export function ErrorState({
  what,
  reason,
  retry,
  isPage = false,
}: {
  what: string;
  reason?: string;
  retry?: () => void;
  /** The state fills the page, so `what` is the page's heading. */
  isPage?: boolean;
}) {
  const Title = isPage ? "h1" : "p";
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-4 py-10 text-center">
      <Title className="font-medium">{what}</Title>
      {reason && <p className="max-w-prose text-sm text-muted">{reason}</p>}
      {retry && <RetryButton retry={retry} />}
    </div>
  );
}

export const Loading = ({ label, className }: { label: string; className?: string }) => (
  <div role="status">
    <span className="sr-only">{label}</span>
    <Skeleton className={className} />
  </div>
);

/** Hidden from screen readers: provide a loading label beside it. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx("animate-pulse rounded-md bg-hover", className)} />;
}

const tones = {
  neutral: "bg-sunken text-muted",
  accent: "bg-accent-soft text-accent",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
  success: "bg-success-soft text-success",
};

export function Badge({ tone = "neutral", children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium forced-colors:border",
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}

/**
 * Shows an uploaded picture, an emoji, or initials; blank while the name is loading. Hidden from screen readers,
 * because the name is shown beside it.
 */
export function Avatar({
  name,
  emoji,
  url,
  className,
}: {
  name: string;
  emoji?: string | null;
  url?: string | null;
  className?: string;
}) {
  const initials = name
    .split(/\s+/)
    .flatMap((word) => [...word].slice(0, 1))
    .slice(0, 2)
    .join("")
    .toUpperCase();
  return (
    <span
      aria-hidden
      className={cx(
        "inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-accent-soft font-semibold text-accent select-none",
        className ?? "size-8 text-xs",
      )}
    >
      {url ? (
        <img src={url} alt="" className="size-full object-cover" />
      ) : emoji ? (
        <span className="text-[1.35em] leading-none">{emoji}</span>
      ) : (
        initials || (name && "?")
      )}
    </span>
  );
}

function RetryButton({ retry }: { retry: () => void }) {
  const t = useTranslations("ui");
  return (
    <Button size="small" onClick={retry} className="mt-2">
      {t("tryAgain")}
    </Button>
  );
}
