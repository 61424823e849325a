import { invitationOf } from "@/lib/identity/groups/service";

/** Extracts the invitation token from a `/join/…` path. */
export const invitationTokenIn = (next: string): string | undefined => /^\/join\/([\w-]+)$/.exec(next)?.[1];

/** Returns the token only if the invitation is valid for the address. */
export async function usableInvitationIn(next: string, email: string): Promise<string | undefined> {
  const token = invitationTokenIn(next);
  const invitation = token && (await invitationOf(token));
  return invitation && (invitation.email ?? email) === email ? token : undefined;
}
