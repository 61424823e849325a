"use client";

import { useState } from "react";

const KEY = "open-folders";

/** Whether a folder is open, as the browser keeps it. Folders are drawn in the browser only. */
export function useKeptOpen(uuid: string): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setIsOpen] = useState(() => kept().includes(uuid));
  return [
    isOpen,
    (next) => {
      setIsOpen(next);
      const others = kept().filter((each) => each !== uuid);
      try {
        localStorage.setItem(KEY, JSON.stringify(next ? [...others, uuid] : others));
      } catch {
        // Without storage it holds as long as the page.
      }
    },
  ];
}

function kept(): string[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(all) ? all.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}
