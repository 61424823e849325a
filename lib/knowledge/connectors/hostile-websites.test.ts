import { afterAll, test } from "vitest";
import { startSyncs } from "@/test/hostile/sources";
import { HOSTILE_SITE_PATH, hostileSites } from "@/test/hostile/website";

const syncs = await startSyncs();
afterAll(syncs.remove);

test(
  `${hostileSites.length} hostile websites stall nobody, fill no memory and end nothing`,
  {
    timeout: 3_600_000,
  },
  () =>
    syncs.feedSites(hostileSites, (url) => ({
      source: { kind: "website", address: `${url}${HOSTILE_SITE_PATH}` },
    })),
);
