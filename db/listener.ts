import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "postgres";
import { toReconnectDelay } from "./connection-pool";

/**
 * Listens for notifications on a separate connection, which is reopened when it is lost. Notifications sent while it is
 * closed are lost.
 */
export function createListener(open: (onLost: () => void) => Sql) {
  const subscriptions: { channel: string; onNotification: (text: string) => void }[] = [];
  let client: Sql | undefined;
  let isReconnecting = false;
  let isEnding = false;

  function connect(): Sql {
    const opened = open(() => close(opened));
    client = opened;
    return opened;
  }

  function close(opened: Sql): void {
    if (client === opened) client = undefined;
    void opened.end({ timeout: 0 });
    void reconnect();
  }

  async function reconnect(): Promise<void> {
    if (isReconnecting) return;
    isReconnecting = true;
    for (let failures = 0; !isEnding && !client; failures++) {
      await delay(toReconnectDelay(failures));
      const opened = connect();
      for (const { channel, onNotification } of subscriptions)
        await opened.listen(channel, onNotification).catch(() => close(opened));
    }
    isReconnecting = false;
  }

  return {
    async listen(channel: string, onNotification: (text: string) => void): Promise<void> {
      subscriptions.push({ channel, onNotification });
      if (isReconnecting) return;
      const opened = client ?? connect();
      await opened.listen(channel, onNotification).catch((error) => {
        close(opened);
        throw error;
      });
    },
    async end(): Promise<void> {
      isEnding = true;
      await client?.end({ timeout: 0 });
    },
  };
}
