import { useState } from "react";

/**
 * Loads code when a control is about to be used, such as a menu's items.
 * @returns the module once loaded, and the function that loads it
 */
export function useLazyModule<File extends object>(
  load: () => Promise<File>,
): [File | undefined, () => void] {
  const [file, setFile] = useState<File>();
  return [file, () => void load().then(setFile, () => {})];
}
