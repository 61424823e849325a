export type Options = Record<string, string | undefined>;
