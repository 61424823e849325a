import { config } from "@/lib/platform/config";

type Addressed = { uuid: string; emailIntegrationEnabled: boolean };

/** Where mails to a chat go; null while it takes none, or no domain for them is set up. */
export function addressOf({ uuid, emailIntegrationEnabled }: Addressed): string | null {
  const { INBOUND_EMAIL_DOMAIN: domain } = config();
  return domain && emailIntegrationEnabled ? `${uuid}@${domain}` : null;
}

/** The chats among these addresses, by UUID; `<uuid>+anything@` is the same chat. */
export function chatsAddressed(recipients: string[]): string[] {
  const { INBOUND_EMAIL_DOMAIN: domain } = config();
  const uuids = recipients.flatMap((address) => {
    const [, uuid, at] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\+[^@]*)?@(.+)$/.exec(address) ?? [];
    return uuid && at === domain ? [uuid] : [];
  });
  return [...new Set(uuids)];
}
