import type { Assistant } from "@/components/data/assistants";
import type { Draft } from "./draft";

export type FieldsProps = {
  draft: Draft;
  faults: Partial<Record<keyof Draft, string>>;
  set: (change: Partial<Draft>) => void;
  /** Adds a document to the latest draft, which may have changed during the upload. */
  addDocument: (document: Draft["documents"][number]) => void;
  text: (field: keyof Draft & string) => {
    value: string;
    onChange: (event: { target: { value: string } }) => void;
  };
  saved: Assistant | undefined;
  /** Called with a new picture, which is stored without saving the form. */
  onPicture: (assistant: Assistant) => void;
  mayManage: boolean;
};
