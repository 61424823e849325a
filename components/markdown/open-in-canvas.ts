import { createContext } from "react";
import type { ArtifactKind } from "./artifacts";

/** A piece of code of a message, as the page of a canvas that it would be. */
export type Excerpt = { title: string; kind: ArtifactKind | "code"; language: string | null; text: string };

/** Puts a piece of code on a page of the chat's canvas; undefined where there is none, or the reader may not change it. */
export const OpenInCanvas = createContext<((excerpt: Excerpt) => void) | undefined>(undefined);
