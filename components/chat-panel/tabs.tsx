import { type ReactNode, useId } from "react";
import { TabList } from "@/components/ui/tab-list";

/** Tabs of a panel, above what the chosen one shows. */
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
  return (
    <>
      <TabList
        {...{ id, label, tabs, tab, onTab }}
        className="flex flex-wrap border-b lg:pr-9"
        tabClassName="-mb-px border-b-2 border-transparent px-1.5 py-2 text-sm text-muted hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink pointer-coarse:py-3"
      />
      <div id={`${id}-content`} role="tabpanel" aria-labelledby={`${id}-${tab}`} className="px-1 pt-4">
        {children}
      </div>
    </>
  );
}
