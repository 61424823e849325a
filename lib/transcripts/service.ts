/** What is said in a stretch of a recording; times in seconds from its beginning. */
export type Segment = { from: number; to: number; text: string };
/** `isDraft`: made by the offline engine, whose words are often wrong. */
export type Transcript = { segments: Segment[]; isDraft: boolean };

export type Recorded = ({ path: string } | { key: string }) & {
  /** Whose speech provider listens. */
  groupId: string;
  signal?: AbortSignal;
  /** Hears how much is transcribed, in percent. */
  onProgress?: (percent: number) => void;
};

/**
 * What is said in a video or a recording, piece by piece with its times. No segments when it has no sound, or
 * nothing is said.
 * @throws ModelError `not_configured` without a speech provider or an offline engine, others when it fails;
 *   MediaError for a file that cannot be read; the reason of the signal
 */
export async function transcribe(_recorded: Recorded): Promise<Transcript> {
  throw new Error("Not written yet.");
}

/** The transcript that a document has already, of whoever made it; undefined when it has none. The caller has shown that the document may be read. */
export async function transcriptOf(_document: { id: number }): Promise<Transcript | undefined> {
  return undefined;
}

/** Makes a transcript the text of its document, which is then indexed like any other. */
export async function keep(_document: { id: number }, _transcript: Transcript): Promise<void> {
  throw new Error("Not written yet.");
}
