import { listen, notify } from "@/db/notifications";

export const notifyChange = (what: string) => notify("parley_changed", what);

export const listenToChanges = (listener: (what: string) => void) => listen("parley_changed", listener);
