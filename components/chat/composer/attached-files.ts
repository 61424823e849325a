// One script, because a page lists each script that it can load.
export { FileChips } from "@/components/ui/file-chips";
export { WaitingNote } from "./waiting-note";
