"use client";

import { useSyncExternalStore } from "react";
import { session } from "@/lib/api/client";

/** Whether the person is not signed in any more while the page is open. */
export const useSessionEnded = (): boolean =>
  useSyncExternalStore(session.subscribe, session.hasEnded, () => false);
