/** Options by the camel-cased names of the script's `data-…` attributes. */
export type Options = Record<string, string | undefined>;
