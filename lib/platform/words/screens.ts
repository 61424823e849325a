import type { CompiledMessage } from "icu-minify/format";
import type en from "./en.json";

type English = typeof en;

/** A part of the product that is shown at once, named as its folder in `components`. */
export type Screen = keyof English;
/** The name of a message; what begins with @ is a note for translators. */
export type Key<S extends Screen> = Exclude<keyof English[S], `@${string}`> & string;
/** The messages of a screen as the build of a page compiles them, by key. */
export type Messages = Record<string, CompiledMessage>;
/** The messages of some screens. */
export type Words = Partial<Record<Screen, Messages>>;
