import { createContext } from "react";
import type { ArtifactKind } from "./artifacts";

export type Excerpt = { title: string; kind: ArtifactKind | "code"; language: string | null; text: string };

/** Saves a code block as a page of the chat's canvas; undefined where that isn't possible. */
export const OpenInCanvas = createContext<((excerpt: Excerpt) => void) | undefined>(undefined);
