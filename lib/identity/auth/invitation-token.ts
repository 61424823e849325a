import { findInvitation } from "@/lib/identity/groups/service";

export const parseInvitationToken = (next: string): string | undefined =>
  /^\/join\/([\w-]+)$/.exec(next)?.[1];

export async function findUsableInvitation(next: string, email: string): Promise<string | undefined> {
  const token = parseInvitationToken(next);
  const invitation = token && (await findInvitation(token));
  return invitation && (invitation.email ?? email) === email ? token : undefined;
}
