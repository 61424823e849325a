import { useState } from "react";

/**
 * Code that is needed when somebody is about to open something: a menu's items.
 * @returns it, once it is there, and what to call when somebody is near
 */
export function useNear<File extends object>(load: () => Promise<File>): [File | undefined, () => void] {
  const [file, setFile] = useState<File>();
  return [file, () => void load().then(setFile, () => {})];
}
