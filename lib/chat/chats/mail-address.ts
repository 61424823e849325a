import { config } from "@/lib/platform/config";

type Addressed = { uuid: string; emailIntegrationEnabled: boolean };

export function getMailAddress({ uuid, emailIntegrationEnabled }: Addressed): string | null {
  const { INBOUND_EMAIL_DOMAIN: domain } = config();
  return domain && emailIntegrationEnabled ? `${uuid}@${domain}` : null;
}

/** Returns the UUIDs of addressed chats. Ignores subaddresses (RFC 5233): `<uuid>+anything@` is the same chat. */
export function listAddressedChats(recipients: string[]): string[] {
  const { INBOUND_EMAIL_DOMAIN: domain } = config();
  const uuids = recipients.flatMap((address) => {
    const [, uuid, at] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\+[^@]*)?@(.+)$/.exec(address) ?? [];
    return uuid && at === domain ? [uuid] : [];
  });
  return [...new Set(uuids)];
}
