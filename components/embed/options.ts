/** By the names of the script's `data-…` attributes, in camel case. */
export type Options = Record<string, string | undefined>;
