import type { Viewer } from "@/lib/api/actor";
import type { UploadedFile } from "@/lib/api/contract";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import * as messages from "@/lib/chat/messages/service";
import * as documents from "@/lib/knowledge/documents/service";
import { AppError, invalid } from "@/lib/platform/errors";
import * as sending from "@/lib/replies/sending/service";
import { MAX_RECORDING_MB } from "./contract";

const MB = 1024 * 1024;

export type NewVoice = {
  files: UploadedFile[];
  replying_to_message_id?: number;
  translate: boolean;
  models?: string[];
};

/**
 * Validates a new voice message before it is transcribed.
 * @throws AppError not_found for the chat or the quoted message; bad_request, too_large, unsupported_type for the
 * file; InvalidInput for several files, or models that cannot be compared
 */
export async function checkVoiceMessage(
  viewer: Viewer,
  reference: Reference,
  given: Omit<NewVoice, "translate">,
) {
  const { chat } = await chats.getChatFor(viewer, reference);
  await messages.assertQuotable(chat.id, given.replying_to_message_id ?? null);
  if (given.models) await sending.assertComparable(viewer, chat);
  return { chat, recording: await requireOneRecording(given.files) };
}

export async function requireOneRecording(files: UploadedFile[]): Promise<documents.CheckedFile> {
  const [file, another] = files;
  if (!file) throw new AppError("bad_request", "The field file is required.");
  if (another) throw invalid(["body", "file"], "Send one recording at a time.");
  if (file.size > MAX_RECORDING_MB * MB)
    throw new AppError("too_large", `A recording may have at most ${MAX_RECORDING_MB} MB.`);
  return documents.checkRecording(file);
}
