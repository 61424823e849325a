"use client";

import { useEffect, useState } from "react";
import { accountStorage } from "@/components/browser-storage/account-storage";

const KEY = "open-folders";

/** Whether a folder is open, as the browser keeps it. */
export function useKeptOpen(uuid: string): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setIsOpen] = useState(false);
  // What the server rendered knows nothing of it.
  useEffect(() => setIsOpen(kept().includes(uuid)), [uuid]);
  return [
    isOpen,
    (next) => {
      setIsOpen(next);
      const others = kept().filter((each) => each !== uuid);
      accountStorage.set(KEY, JSON.stringify(next ? [...others, uuid] : others));
    },
  ];
}

function kept(): string[] {
  try {
    const all: unknown = JSON.parse(accountStorage.get(KEY) ?? "[]");
    return Array.isArray(all) ? all.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}
