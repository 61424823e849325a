import { afterAll, test } from "vitest";
import { hostileMailboxes } from "@/test/hostile/imap";
import { serveConnections } from "@/test/hostile/serve";
import { startSyncs } from "@/test/hostile/sources";

const syncs = await startSyncs();
afterAll(syncs.remove);

test(
  `${hostileMailboxes.length} hostile mailboxes stall nobody, fill no memory and end nothing`,
  {
    timeout: 3_600_000,
  },
  () =>
    syncs.feed(hostileMailboxes, async ({ name, make }) => {
      const { port, close } = await serveConnections(make());
      await syncs.sync(name, {
        source: { kind: "imap", host: "127.0.0.1", port, user: "ada" },
        secret: "password",
      });
      await close();
    }),
);
