"use client";

import { useDeferredValue, useId, useState } from "react";

/**
 * Narrows the page to the operations that have all the words. The page is
 * there in full from the server; one style rule hides what does not match, so
 * nothing is rendered anew while one types.
 */
export function Filter() {
  const id = useId();
  const [text, setText] = useState("");
  const words = useDeferredValue(text).toLowerCase().split(/\s+/).filter(Boolean);
  return (
    <search className="block noscript:hidden">
      <label htmlFor={id} className="sr-only">
        Filter operations
      </label>
      <input
        id={id}
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder="Filter operations"
        autoComplete="off"
        className="w-full rounded-lg border border-line bg-surface px-3 py-2 text-base sm:text-sm"
      />
      {words.length > 0 && <style>{hiding(words)}</style>}
    </search>
  );
}

function hiding(words: string[]): string {
  const match = words.map((word) => `[data-search*="${CSS.escape(word)}" i]`).join("");
  return [
    `[data-search]:not(${match}) { display: none }`,
    `[data-group]:not(:has(${match})) { display: none }`,
    `main:not(:has(${match})) [data-nothing] { display: block }`,
  ].join("\n");
}
