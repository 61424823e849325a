import type { Key } from "@/lib/platform/words/screens";

/** Translations of the public chat page, whose script replaces the `{…}` placeholders. */
export type Texts = Record<Key<"visitor">, string>;
