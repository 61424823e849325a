import { useState } from "react";

/**
 * Loads the code of a control, such as a menu's items, when the control is about to be used.
 * @returns the module once loaded, and the function that loads it
 */
export function useLazyModule<File extends object>(
  load: () => Promise<File>,
): [File | undefined, () => void] {
  const [file, setFile] = useState<File>();
  return [file, () => void load().then(setFile, () => {})];
}
