import { invitationOf } from "@/lib/groups/service";

/** The token of the invitation that somebody came from, when it would let them in. */
export async function invitationIn(next: string, email: string): Promise<string | undefined> {
  const [, token] = /^\/join\/([\w-]+)$/.exec(next) ?? [];
  const invitation = token && (await invitationOf(token));
  return invitation && (invitation.email ?? email) === email ? token : undefined;
}
