import { type KeyboardEvent, type ReactNode, useId } from "react";

/** Tabs of a panel: arrows, Home and End move between them. */
export function Tabs<K extends string>({
  label,
  tabs,
  tab,
  onTab,
  children,
}: {
  label: string;
  tabs: Record<K, string>;
  tab: K;
  onTab: (tab: K) => void;
  /** What the chosen tab shows. */
  children: ReactNode;
}) {
  const id = useId();
  const names = Object.keys(tabs) as K[];
  const onKeyDown = (event: KeyboardEvent) => {
    const at = names.indexOf(tab);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = names[(to + names.length) % names.length]!;
    onTab(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        className="flex flex-wrap border-b lg:pr-9"
        onKeyDown={onKeyDown}
      >
        {names.map((name) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            aria-selected={name === tab}
            aria-controls={name === tab ? `${id}-content` : undefined}
            tabIndex={name === tab ? 0 : -1}
            onClick={() => onTab(name)}
            className="-mb-px border-b-2 border-transparent px-1.5 py-2 text-sm text-muted hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink pointer-coarse:py-3"
          >
            {tabs[name]}
          </button>
        ))}
      </div>
      <div id={`${id}-content`} role="tabpanel" aria-labelledby={`${id}-${tab}`} className="px-1 pt-4">
        {children}
      </div>
    </>
  );
}
