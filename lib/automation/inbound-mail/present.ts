import type { MailRow } from "./queries";

export const mail = (row: MailRow) => ({
  id: row.id,
  state: row.state,
  reason: row.reason,
  from_address: row.fromAddress,
  from_name: row.fromName,
  subject: row.subject,
  text: row.text,
  files: row.files.map(({ file_name, size }) => ({ file_name, size })),
  message_id: row.messageId,
  decided_at: row.decidedAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
});
