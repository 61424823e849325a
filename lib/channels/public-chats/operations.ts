export { identitySecretApi } from "./identity/operations";
export { boxes, inboxApi, MAX_NOTE_LENGTH, MAX_SAVED_REPLY_LENGTH } from "./inbox/operations";
export { publicKnowledgeApi } from "./knowledge/operations";
export { publicationApi } from "./publication/operations";
export { publicStaffApi } from "./staff/operations";
