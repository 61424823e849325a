import { listen, notify } from "@/db/notices";

/** Tells the other processes that something has changed. */
export const tellChange = (what: string) => notify("parley_changed", what);

/** Calls `listener` with what another process tells of by `tellChange`. */
export const listenToChanges = (listener: (what: string) => void) => listen("parley_changed", listener);
