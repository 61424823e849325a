import { z } from "zod";
import * as documents from "@/lib/knowledge/documents/service";
import * as transcripts from "@/lib/knowledge/transcripts/service";
import { citePassages, documentId, MAX_EXCERPT_LENGTH } from "./cite-passages";
import { tool } from "./definition";
import { findRecording, hasMedia, runWithRetries } from "./media-files";

export const transcribeVideo = tool({
  description:
    "Write down what is said in a video or a recording, with times. The transcript is kept as the text of the document, so that it can be searched and read like others.",
  input: z.object({ document_id: documentId }),
  kind: "read",
  label: "Transcribing",
  about: ({ document_id: id }) => `Document ${id}`,
  applies: hasMedia,
  isLong: true,
  run: async (viewer, { document_id: id }, setting, running) => {
    const document = await findRecording(viewer, setting, id, /^(audio|video)\//, "video or recording");
    const { fileName, storageKey: key, groupId } = document;
    running.tell(fileName);
    if (!document.hasTranscript) {
      const transcript = await runWithRetries(running, (signal) =>
        transcripts.transcribe({
          key,
          groupId,
          signal,
          onProgress: (percent) => running.tell(`${fileName}: ${percent} %`),
        }),
      );
      await transcripts.storeTranscript({ id }, transcript);
      running.tell(fileName);
    }
    const {
      text,
      parts,
      total,
      next_offset: next,
    } = await documents.readText(viewer, id, { limit: MAX_EXCERPT_LENGTH });
    if (parts.length === 0) return { text: "Nothing is said in it." };
    const source = {
      documentId: id,
      messageId: null,
      title: fileName,
      text,
      page: null,
      seconds: parts[0]!.seconds ?? null,
      start: 0,
      length: text.length,
      chatUuid: null,
    };
    const rest =
      next === null
        ? "That is all of it."
        : `It has ${total} characters: read_document reads on from offset ${next}.`;
    return { text: `${citePassages([source], setting, MAX_EXCERPT_LENGTH).text}\n\n${rest}` };
  },
});
