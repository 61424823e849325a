/** What can happen in a chat, as it is noted: which rows are concerned, never what they say. */
export type ChatEvent =
  | {
      kind: "message.created";
      /** `idempotency_key`: under which its author sent it. */
      data: { message_id: number; idempotency_key?: string };
    }
  | { kind: "message.updated" | "message.deleted"; data: { message_id: number } }
  | { kind: "messages.cleared"; data: Record<string, never> }
  | {
      kind: "reply.started";
      data: {
        streaming_task_id: string;
        user_message_id: number;
        virtual_assistant_ids: number[];
        /** Of one among several models that answer. */
        comparison?: { model: string; position: number };
      };
    }
  | {
      kind: "reply.finished";
      data: { streaming_task_id: string; user_message_id: number; status: string };
    }
  /** Names of ChatDetail, or `members`. */
  | { kind: "chat.updated"; data: { fields: string[] } }
  /** How far the reading of a file of the chat is. */
  | { kind: "document.updated"; data: { document_id: number } }
  /** To one person, who may decide upon it: a stranger's mail waits. */
  | { kind: "mail.held"; data: { mail_id: number } }
  /** To one person: the chat is new in their list. */
  | { kind: "chat.added"; data: Record<string, never> }
  /** To one person: the chat is gone for them. */
  | { kind: "chat.removed"; data: { chat_uuid: string } };

export type Kind = ChatEvent["kind"];

/** A happening of a chat; `userId` when it concerns only that person. */
export type Note = ChatEvent & { chatId: number; userId?: number };
