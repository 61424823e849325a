import { useQueryClient } from "@tanstack/react-query";
import { type Command, listKnownCommands } from "@/components/data/commands";
import type { Files } from "@/components/data/use-files";
import { useTranslations } from "@/components/i18n/words";
import type { VariableValues } from "@/lib/automation/task-actions/settings";
import { listFormat } from "@/lib/platform/words/translate";
import { parseCommand } from "./suggestions";
import type { ComposerText } from "./use-composer-text";

const MAX_MESSAGE_LENGTH = 100_000;

/** `action` is the command that the message starts with, as in `/summarise_document`. */
export type Draft = {
  text: string;
  files: File[];
  action?: string;
  /** Values of the action's variables, and the text that was written beside them. */
  variables?: { values: VariableValues; input: string };
};

export function useSending(
  { text, change }: ComposerText,
  { files, clear }: Files,
  {
    isSending,
    onSend,
    onCommand,
    onWait,
  }: {
    isSending: boolean;
    onSend: (message: Draft) => void;
    onCommand: (command: Command) => void;
    /** Called in place of sending while files are being attached. */
    onWait?: () => void;
  },
) {
  const t = useTranslations("composer");
  const client = useQueryClient();
  const isNothing = text.trim() === "" && files.length === 0;
  const excess = text.length - MAX_MESSAGE_LENGTH;
  const canSend = !isNothing && excess <= 0 && !isSending;
  const send = () => {
    if (onWait) return onWait();
    if (!canSend) return;
    const command = parseCommand(text, listKnownCommands(client));
    if (command?.command) {
      change(command.rest);
      return onCommand(command.command);
    }
    // The server requires a text with each message.
    const names = listFormat(t.locale).format(files.map(({ name }) => name));
    const message = text.trim() || t("seeFiles", { names });
    onSend(command ? { text: command.rest, files, action: command.action } : { text: message, files });
    change("");
    clear();
  };
  const sendFilled = ({ files: added, ...filled }: Draft) => {
    onSend({ ...filled, files: [...files, ...added] });
    change("");
    clear();
  };
  return {
    text: text.trim(),
    sendFilled,
    isBusy: isSending,
    isNothing,
    canSend: canSend || (onWait !== undefined && excess <= 0),
    /** Characters above the limit; zero or negative within it. */
    excess,
    send,
  };
}
export type Sending = ReturnType<typeof useSending>;
