import type { Assistant } from "@/components/data/assistants";
import type { AssistantDraft, AssistantRights } from "./draft";

export type FieldsProps = {
  draft: AssistantDraft;
  faults: Partial<Record<keyof AssistantDraft, string>>;
  set: (change: Partial<AssistantDraft>) => void;
  /** Adds a document to the latest draft, which may have changed during the upload. */
  addDocument: (document: AssistantDraft["documents"][number]) => void;
  text: (field: keyof AssistantDraft & string) => {
    value: string;
    onChange: (event: { target: { value: string } }) => void;
  };
  saved: Assistant | undefined;
  /** Called after a new picture has been uploaded, which is stored without saving the form. */
  onPicture: (assistant: Assistant) => void;
  rights: AssistantRights;
};
