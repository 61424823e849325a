import type { Attachable } from "@/components/data/attachables";
import type { Command } from "@/components/data/commands";
import type { McpOffer } from "@/components/data/suggestions";
import { formatVariables } from "@/lib/automation/task-actions/settings";
import { AttachDialog } from "./attach-dialog";
import { PromptForm } from "./prompt-form";
import { ServerOffer } from "./server-offer";
import type { Sending } from "./use-sending";

export type OpenDialog = "attach" | { offer: McpOffer } | { command: Command };

type ComposerDialogProps = {
  dialog: OpenDialog;
  chatId: number | undefined;
  canAttachCollections: boolean;
  sending: Sending;
  onText: (text: string) => void;
  onFiles: (files: File[]) => void;
  onAttach: (source: Attachable) => void;
  onClose: () => void;
};

export function ComposerDialog(props: ComposerDialogProps) {
  const { dialog, chatId, canAttachCollections, sending, onAttach, ...taking } = props;
  const { onClose } = taking;
  if (dialog === "attach")
    return (
      <AttachDialog isInChat={props.chatId !== undefined} {...{ canAttachCollections, onAttach, onClose }} />
    );
  if ("command" in dialog)
    return (
      <PromptForm
        command={dialog.command}
        isBusy={sending.isBusy}
        onSend={({ values, files }) => {
          const variables = { values, input: sending.text };
          const pairs = dialog.command.variables.map(({ name }) => [name, values[name]!] as [string, string]);
          const text = formatVariables(pairs, sending.text);
          sending.sendFilled({ text, files, action: dialog.command.action_name, variables });
        }}
        onClose={onClose}
      />
    );
  return chatId === undefined ? null : <ServerOffer chatId={chatId} offer={dialog.offer} {...taking} />;
}
