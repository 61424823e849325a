import type { Assistant } from "@/components/data/assistants";
import type { Draft } from "./draft";

/** What the parts of an assistant's form share. */
export type FieldsProps = {
  draft: Draft;
  faults: Partial<Record<keyof Draft, string>>;
  set: (change: Partial<Draft>) => void;
  /** Adds to what it knows, whatever else was changed in the meantime. */
  addDocument: (document: Draft["documents"][number]) => void;
  /** For a control that holds a field as text. */
  text: (field: keyof Draft & string) => {
    value: string;
    onChange: (event: { target: { value: string } }) => void;
  };
  saved: Assistant | undefined;
  /** Its picture is another one, which needs no saving. */
  onPicture: (assistant: Assistant) => void;
  /** May decide for whom it is. */
  mayManage: boolean;
};
