import { type ComponentType, createContext } from "react";

/** Draws a text that is in a text, as a document in a code block: what draws code cannot import what draws texts of it. */
export const NestedMarkdown = createContext<ComponentType<{ text: string }>>(({ text }) => text);
