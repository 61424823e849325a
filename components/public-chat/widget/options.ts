export type ScriptOptions = Record<string, string | undefined>;
