import type { CompiledMessage } from "icu-minify/format";
import type en from "./en.json";

type English = typeof en;

/** A part of the product, named like its folder in `components`. */
export type Screen = keyof English;
/** Message keys. Keys that begin with @ are notes for translators. */
export type Key<S extends Screen> = Exclude<keyof English[S], `@${string}`> & string;
/** The compiled messages of a screen. */
export type Messages = Record<string, CompiledMessage>;
export type Words = Partial<Record<Screen, Messages>>;
