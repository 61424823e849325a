import { Link } from "./link";

export function PageTabs<At extends string>({
  label,
  at,
  tabs,
}: {
  label: string;
  at: At;
  tabs: [At, string][];
}) {
  return (
    <nav aria-label={label} className="mt-4 flex gap-1 border-b">
      {tabs.map(([href, name]) => (
        <Link
          key={href}
          href={href}
          aria-current={href === at ? "page" : undefined}
          className="-mb-px border-b-2 border-transparent px-3 py-2 text-sm text-muted hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink pointer-coarse:py-3"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
