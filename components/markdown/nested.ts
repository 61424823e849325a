import { type ComponentType, createContext } from "react";

/**
 * Renders Markdown within Markdown, as in a code block. A context, because the code block can't import the renderer
 * that imports it.
 */
export const NestedMarkdown = createContext<ComponentType<{ text: string }>>(({ text }) => text);
