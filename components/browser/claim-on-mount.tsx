"use client";

import { useEffect } from "react";
import { type Claim, claimBrowser } from "./claim";

/**
 * Runs the claim script on the client: it doesn't run where the server's HTML is replaced, for example on a not-found
 * page.
 */
export function ClaimOnMount({ owner, hasSignedOut }: Claim) {
  useEffect(() => claimBrowser({ owner, hasSignedOut }), [owner, hasSignedOut]);
  return null;
}
