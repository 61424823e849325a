import { headers } from "next/headers";
import { isMarkedLocal } from "@/lib/api/front-headers";
import { getSignUpOffer, parseInvitationToken, type SignUpOffer } from "@/lib/identity/auth/service";

/** @param setup Token of the setup link */
export const getSignInOffer = async (next: string, setup?: string): Promise<SignUpOffer> =>
  getSignUpOffer({
    address: "",
    isLocal: isMarkedLocal(await headers()),
    setupToken: setup,
    invitation: parseInvitationToken(next),
  });
