import { AsyncLocalStorage } from "node:async_hooks";
import { single } from "@/lib/platform/singleton";

const store = single("caller-address", () => new AsyncLocalStorage<string>());

/** Does the work of a request, so that what is written down of it can say where it was asked from. */
export const calledFrom = <T>(address: string, work: () => T): T => store.run(address, work);

/** The address of the request that is being answered; undefined outside of one. */
export const addressOfCall = (): string | undefined => store.getStore();
