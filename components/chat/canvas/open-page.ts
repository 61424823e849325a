import { createContext } from "react";

/** Opens a canvas page beside the thread; undefined where no canvas can be shown. */
export const OpenPage = createContext<((page: number) => void) | undefined>(undefined);
