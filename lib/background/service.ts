import { single } from "@/lib/singleton";
import type { EventData, EventName } from "./events";
import * as queries from "./queries";

/** Who is told that there may be work: the engine of this process registers itself here. */
const engine = () => single<{ wake: () => void }>("background-engine", () => ({ wake: () => {} }));

/**
 * Asks for background work. Inside a transaction it is asked for exactly when
 * that commits; call `wake` after it. The same `id` is taken once.
 */
export async function emit<N extends EventName>(name: N, data: EventData<N>, id?: string): Promise<void> {
  await queries.insertEvent({ id, name, data });
}

/** Lets the engine look at once instead of at its next tick. */
export const wake = (): void => engine().wake();

export function onWake(listener: () => void): void {
  engine().wake = listener;
}
