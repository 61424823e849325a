export const MAX_PRICES = 1000;
/** Per million tokens. */
export const MAX_PRICE = 100_000;
