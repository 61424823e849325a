import { afterAll, test } from "vitest";
import { hostileBuckets } from "@/test/hostile/s3";
import { startSyncs } from "@/test/hostile/sources";

const syncs = await startSyncs();
afterAll(syncs.remove);

test(
  `${hostileBuckets.length} hostile buckets stall nobody, fill no memory and end nothing`,
  {
    timeout: 3_600_000,
  },
  () =>
    syncs.feedSites(hostileBuckets, (endpoint) => ({
      source: { kind: "s3", endpoint, bucket: "papers", access_key_id: "key" },
      secret: "the secret of the key",
    })),
);
