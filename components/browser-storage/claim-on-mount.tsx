"use client";

import { useEffect } from "react";
import { type Claim, claimBrowser } from "./claim";

/** Where the server's HTML is thrown away, as on a page that is not found, its script doesn't run. */
export function ClaimOnMount({ owner, hasSignedOut }: Claim) {
  useEffect(() => claimBrowser({ owner, hasSignedOut }), [owner, hasSignedOut]);
  return null;
}
