"use client";

import { useState } from "react";
import { storeSidebar } from "@/components/browser/account-storage";
import { type ListState, toText, type View } from "./view";

export function useListState(rendered: ListState) {
  const [state, setState] = useState(rendered);
  const change = (next: ListState) => {
    setState(next);
    storeSidebar(toText(next));
  };
  const { view, openFolders } = state;
  return {
    view,
    openFolders,
    setView: (view: View) => change({ view, openFolders }),
    setOpen: (folder: string, isOpen: boolean) => {
      const others = openFolders.filter((each) => each !== folder);
      change({ view, openFolders: isOpen ? [...others, folder] : others });
    },
  };
}
