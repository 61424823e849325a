import type { KeyboardEvent } from "react";

/**
 * Tab list with keyboard navigation (WAI-ARIA tabs pattern).
 * @param id Prefix of the ids: the panel's is `${id}-content`, a tab's ends with its key
 */
export function TabList<K extends string>({
  id,
  label,
  tabs,
  tab,
  onTab,
  className,
  tabClassName,
}: {
  id: string;
  label: string;
  tabs: Record<K, string>;
  tab: K;
  onTab: (tab: K) => void;
  className: string;
  tabClassName: string;
}) {
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
    <div role="tablist" aria-label={label} className={className} onKeyDown={onKeyDown}>
      {names.map((name) => (
        <button
          key={name}
          id={`${id}-${name}`}
          type="button"
          role="tab"
          aria-selected={name === tab}
          aria-controls={name === tab ? `${id}-content` : undefined}
          tabIndex={name === tab ? 0 : -1}
          onClick={({ currentTarget }) => {
            currentTarget.scrollIntoView({ block: "nearest", inline: "nearest" });
            onTab(name);
          }}
          className={tabClassName}
        >
          {tabs[name]}
        </button>
      ))}
    </div>
  );
}
