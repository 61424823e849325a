import { headers } from "next/headers";
import { services } from "@/app/services";
import type { SignUpOffer } from "@/lib/identity/auth/service";

/** @param setup Token of the setup link */
export const getSignInOffer = async (next: string, setup?: string): Promise<SignUpOffer> =>
  services().getSignUpOffer({
    address: "",
    isLocal: services().isMarkedLocal(await headers()),
    setupToken: setup,
    invitation: services().parseInvitationToken(next),
  });
