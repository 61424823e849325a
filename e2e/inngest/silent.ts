const nothing = () => {};

/** A log for functions that fail because a test wants them to. */
export const silent = { info: nothing, warn: nothing, error: nothing, debug: nothing };
