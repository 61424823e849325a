import type { FoundItem, FoundKind } from "@/components/data/search";

export const kinds: FoundKind[] = ["chats", "messages", "documents"];

export function toResultUrl(found: FoundItem): string {
  switch (found.kind) {
    case "chats":
      return `/chats/${found.chat.uuid}`;
    case "messages":
      return `/chats/${found.chat.uuid}?message=${found.message_id}#m-${found.message_id}`;
    case "documents":
      return `/documents/${found.document_id}?${found.seconds === null ? "" : `seconds=${found.seconds}&`}passage=${found.start}-${found.length}`;
  }
}
