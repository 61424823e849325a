const nothing = () => {};

/** Logger for functions that fail on purpose. */
export const silent = { info: nothing, warn: nothing, error: nothing, debug: nothing };
