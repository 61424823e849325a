import type { DragEvent } from "react";

const TYPE = "application/x-parley-chat";

export const isChatDrag = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(TYPE);

export function startDrag(event: DragEvent, uuid: string): void {
  event.dataTransfer.setData(TYPE, uuid);
  event.dataTransfer.effectAllowed = "move";
}

export const getDraggedChat = ({ dataTransfer }: DragEvent): string => dataTransfer.getData(TYPE);
