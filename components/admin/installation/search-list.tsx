"use client";

import type { ReactNode } from "react";
import { SearchField } from "@/components/ui/search-field";

type SearchListProps = {
  id: string;
  title: string;
  label: string;
  text: string;
  onText: (text: string) => void;
  children: ReactNode;
};

export const SearchList = ({ id, title, label, text, onText, children }: SearchListProps) => (
  <section aria-labelledby={id} className="mt-8">
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h2 id={id} className="font-medium">
        {title}
      </h2>
      <SearchField label={label} value={text} onChange={onText} />
    </div>
    {children}
  </section>
);
