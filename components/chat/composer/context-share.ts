import type { NextMessageContext } from "@/components/data/context";

const WARNING_SHARE = 0.8;
export const FULL_SHARE = 0.95;

/** Returns 1 where messages no longer fit, although those that are left take less. */
export const getUsedShare = ({ used_tokens, limit_tokens, has_left_out }: NextMessageContext): number =>
  has_left_out ? 1 : Math.min(1, used_tokens / limit_tokens);

export const getTone = (share: number): string =>
  share >= FULL_SHARE ? "text-danger" : share >= WARNING_SHARE ? "text-warning" : "text-muted";
