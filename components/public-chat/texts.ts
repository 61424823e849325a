import type { Key } from "@/lib/platform/words/screens";

/** What the page of a public chat says, as the catalogue has it: its script fills in `{…}` by itself. */
export type Texts = Record<Key<"visitor">, string>;
