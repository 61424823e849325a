import type { CompiledMessage } from "icu-minify/format";
import type en from "./en.json";

type English = typeof en;

export type Screen = keyof English;
export type Key<S extends Screen> = Exclude<keyof English[S], `@${string}`> & string;
export type Messages = Record<string, CompiledMessage>;
export type CompiledWords = Partial<Record<Screen, Messages>>;
