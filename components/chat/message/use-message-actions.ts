"use client";

import { useCallback, useMemo } from "react";
import type { Chat } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import type { Message } from "@/components/data/thread";
import type { ThreadActions } from "@/components/live/use-thread";
import { useToast } from "@/components/ui/toast";
import type { Quoted } from "./quote";
import { useBranch } from "./use-branch";
import { useToggleReaction } from "./use-react";

export type RegenerationChanges = { model?: string; instruction?: string };

export type MessageActions = {
  onReact: (message: Message, emoji: string) => void;
  onReply: (quoted: Quoted) => void;
  onJump: (id: number) => void;
  onRetry: (message: Message, changes?: RegenerationChanges) => void;
  /** Variant of `onRetry` that throws an ApiError instead of showing it. */
  onRegenerate: (message: Message, changes: RegenerationChanges) => Promise<void>;
  onContinue: (message: Message) => Promise<void>;
  onEdit: (message: Message | undefined) => void;
  onSave: (message: Message, text: string) => Promise<void>;
  onDelete: (message: Message) => void;
  onBranch?: (message: Message) => void;
  onVersion: (id: number) => void;
};

type OfTheThread = Pick<MessageActions, "onEdit" | "onReply" | "onJump" | "onDelete"> & {
  editing: number | undefined;
};

export function useMessageActions(
  chat: Chat,
  thread: ThreadActions,
  { editing, onEdit, onReply, onJump, onDelete }: OfTheThread,
) {
  const toast = useToast();
  const { me } = usePeople();
  const react = useToggleReaction(chat.uuid);
  const branch = useBranch(chat.uuid);
  const retry = useCallback(
    (message: Message, changes?: RegenerationChanges) => {
      thread.retry(message, changes).catch(toast);
    },
    [thread.retry, toast],
  );
  const isFollowed = thread.messages.some(
    ({ id, user_type, from_user_id }) =>
      id > (editing ?? Number.POSITIVE_INFINITY) &&
      (user_type === "guest" || (user_type === "user" && from_user_id !== me.id)),
  );
  const isAnswered = chat.virtual_assistant !== null && !chat.is_visitor;
  const save = useCallback(
    async (message: Message, text: string) => {
      const isReply = message.user_type === "assistant";
      if (isReply && text === message.message) return onEdit(undefined);
      if (isReply || !isAnswered) await thread.edit(message, text);
      else if (isFollowed) {
        if (!(await branch(message, text))) return;
      } else if (text === message.message) retry(message);
      else await thread.reask(message, text);
      onEdit(undefined);
    },
    [isAnswered, isFollowed, thread.edit, thread.reask, branch, onEdit, retry],
  );
  const actions: MessageActions = useMemo(
    () => ({
      onReact: react,
      onReply,
      onJump,
      onRetry: retry,
      onRegenerate: thread.retry,
      onContinue: (message: Message) => thread.continueReply(message).catch(toast),
      onEdit,
      onSave: save,
      onDelete,
      onBranch: chat.is_visitor ? undefined : (message: Message) => void branch(message),
      onVersion: (id: number) => void thread.showVersion(id).then(() => onJump(id), toast),
    }),
    [
      react,
      onReply,
      onJump,
      retry,
      thread.retry,
      thread.continueReply,
      onEdit,
      save,
      onDelete,
      chat.is_visitor,
      branch,
      thread.showVersion,
      toast,
    ],
  );
  return {
    actions,
    retry,
    isAnswered,
    /** Others have written after the edited message, and editing it would hide their messages. */
    isFollowed,
  };
}
