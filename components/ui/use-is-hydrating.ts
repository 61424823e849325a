import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Returns true on the server and in the render that hydrates what it sent. */
export const useIsHydrating = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
