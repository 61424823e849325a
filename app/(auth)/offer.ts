import { headers } from "next/headers";
import { isMarkedLocal } from "@/lib/api/front";
import { invitationTokenIn, offerTo, type SignUpOffer } from "@/lib/identity/auth/service";

/**
 * Returns the available ways to create an account.
 * @param setup Token of the setup link
 */
export const getSignInOffer = async (next: string, setup?: string): Promise<SignUpOffer> =>
  offerTo({
    address: "",
    isLocal: isMarkedLocal(await headers()),
    setupToken: setup,
    invitation: invitationTokenIn(next),
  });
