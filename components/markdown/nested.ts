import { type ComponentType, createContext } from "react";
import type { MentionProps } from "./mention";

/**
 * Renders Markdown within Markdown, as in a code block. A context, because the code block can't import the renderer
 * that imports it.
 */
export const NestedMarkdown = createContext<ComponentType<{ text: string }>>(({ text }) => text);

/** Shows the mentions of the texts within, which are plain text without it. */
export const MentionContext = createContext<ComponentType<MentionProps> | undefined>(undefined);
