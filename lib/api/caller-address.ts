import { AsyncLocalStorage } from "node:async_hooks";

const store = new AsyncLocalStorage<string>();

/** Runs a request's work so that audit entries can record its address. */
export const runWithCallerAddress = <T>(address: string, work: () => T): T => store.run(address, work);

export const getCallAddress = (): string | undefined => store.getStore();
