"use client";

import { useCallback, useEffect, useRef, useState } from "react";

const VISIBLE_MS = 1500;

type CopyText = (text: string, renderFormatted?: () => Promise<string>) => Promise<boolean>;

export function useCopy(): { isCopied: boolean; copy: CopyText } {
  const [isCopied, setIsCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy: CopyText = useCallback(async (text, renderFormatted) => {
    const isDone =
      (renderFormatted && (await writeFormatted(text, renderFormatted))) || (await writeToClipboard(text));
    if (!isDone) return false;
    setIsCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsCopied(false), VISIBLE_MS);
    return true;
  }, []);
  return { isCopied, copy };
}

async function writeFormatted(text: string, render: () => Promise<string>): Promise<boolean> {
  // Missing on pages over plain HTTP.
  if (typeof ClipboardItem === "undefined") return false;
  try {
    const toBlob = (content: string, type: string) => new Blob([content], { type });
    // Safari permits a copy only as part of the click, so the item is created before its content.
    const formatted = render().then((content) => toBlob(content, "text/html"));
    const item = new ClipboardItem({ "text/plain": toBlob(text, "text/plain"), "text/html": formatted });
    await navigator.clipboard.write([item]);
    return true;
  } catch {
    // Offline, the renderer may be missing.
    return false;
  }
}

async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The Clipboard API is missing on pages over plain HTTP, which are common in private networks.
    const field = document.createElement("textarea");
    field.value = text;
    field.style.position = "fixed";
    document.body.append(field);
    field.select();
    const isDone = document.execCommand("copy");
    field.remove();
    return isDone;
  }
}
