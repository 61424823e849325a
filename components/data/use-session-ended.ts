"use client";

import { useSyncExternalStore } from "react";
import { session } from "@/lib/api/client";

export const useSessionEnded = (): boolean =>
  useSyncExternalStore(session.subscribe, session.hasEnded, () => false);
