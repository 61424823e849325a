import { invitationOf } from "@/lib/identity/groups/service";

/** The token of the invitation that somebody came from. */
export const tokenIn = (next: string): string | undefined => /^\/join\/([\w-]+)$/.exec(next)?.[1];

/** The same, when it would let them in. */
export async function invitationIn(next: string, email: string): Promise<string | undefined> {
  const token = tokenIn(next);
  const invitation = token && (await invitationOf(token));
  return invitation && (invitation.email ?? email) === email ? token : undefined;
}
