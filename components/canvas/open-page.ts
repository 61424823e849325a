import { createContext } from "react";

/** Shows a page of the chat's canvas beside its messages; undefined where messages stand alone. */
export const OpenPage = createContext<((page: number) => void) | undefined>(undefined);
