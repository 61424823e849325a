import { afterAll, test } from "vitest";
import { hostileRepositories } from "@/test/hostile/git";
import { startSyncs } from "@/test/hostile/sources";

const syncs = await startSyncs();
afterAll(syncs.remove);

test(
  `${hostileRepositories.length} hostile repositories stall nobody, fill no memory and end nothing`,
  {
    timeout: 3_600_000,
  },
  () =>
    syncs.feedSites(hostileRepositories, (url) => ({ source: { kind: "git", address: `${url}/handbook` } })),
);
