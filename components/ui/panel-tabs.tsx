import { type ReactNode, useId } from "react";
import { TabList } from "./tab-list";

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
  children: ReactNode;
}) {
  const id = useId();
  return (
    <>
      <TabList
        {...{ id, label, tabs, tab, onTab }}
        className="mx-1 flex overflow-x-auto shadow-[inset_0_-1px_var(--color-line)] [scrollbar-width:none] lg:me-9"
        tabClassName="shrink-0 border-b-2 border-transparent px-1.5 py-2 text-sm whitespace-nowrap text-muted -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink pointer-coarse:py-3"
      />
      <div id={`${id}-content`} role="tabpanel" aria-labelledby={`${id}-${tab}`} className="px-1 pt-4">
        {children}
      </div>
    </>
  );
}
