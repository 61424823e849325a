import type { FoundItem, FoundKind } from "@/components/data/search";

export const kinds: FoundKind[] = ["chats", "messages", "documents"];

export function toResultUrl(item: FoundItem): string {
  switch (item.kind) {
    case "chats":
      return `/chats/${item.chat.uuid}`;
    case "messages":
      return `/chats/${item.chat.uuid}?message=${item.message_id}#m-${item.message_id}`;
    case "documents":
      return `/documents/${item.document_id}?${item.seconds === null ? "" : `seconds=${item.seconds}&`}passage=${item.start}-${item.length}`;
  }
}
