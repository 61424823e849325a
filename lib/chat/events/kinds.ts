/**
 * Stored events. They carry ids of rows and never content, because subscribers may lose access before they read them.
 */
export type ChatEvent =
  | {
      kind: "message.created";
      data: { message_id: number; idempotency_key?: string };
    }
  | { kind: "message.updated"; data: { message_id: number } }
  | { kind: "message.deleted"; data: { message_id: number } }
  | { kind: "messages.cleared"; data: Record<string, never> }
  | {
      kind: "reply.started";
      data: {
        streaming_task_id: string;
        user_message_id: number;
        virtual_assistant_ids: number[];
        comparison?: { model: string; position: number };
      };
    }
  | {
      kind: "reply.finished";
      data: { streaming_task_id: string; user_message_id: number; status: string };
    }
  | { kind: "chat.updated"; data: { fields: string[] } }
  | { kind: "document.updated"; data: { document_id: number } }
  | { kind: "mail.held"; data: { mail_id: number } }
  | { kind: "chat.added"; data: Record<string, never> }
  | { kind: "chat.removed"; data: { chat_uuid: string } };

export type EventKind = ChatEvent["kind"];

/** `userId` addresses one person; without it all members of the chat receive the event. */
export type Note = ChatEvent & { chatId: number; userId?: number };
