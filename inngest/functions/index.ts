import type { BackgroundFunction } from "../background-function";
import { compaction } from "./compaction";
import { convertVideo } from "./convert-video";
import { embedAgain } from "./embed-again";
import { evaluation } from "./evaluation";
import { followUps } from "./follow-ups";
import { givenUp } from "./given-up";
import { chatsImport } from "./import-chats";
import { inboundMail } from "./inbound-mail";
import { messagesIndex } from "./index-messages";
import { dueJobs, job } from "./jobs";
import { mail } from "./mail";
import { answersMail } from "./mail-answers";
import { processDocument } from "./process-document";
import { push } from "./push";
import { reply } from "./reply";
import { summary } from "./summary";
import { sweep } from "./sweep";
import { filesSweep } from "./sweep-files";
import { dueConnectors, syncConnector } from "./sync-connector";
import { title } from "./title";
import { transcribeVoice } from "./transcribe-voice";
import { taskChats } from "./update-task-chats";
import { webhook } from "./webhooks";

export const functions: BackgroundFunction[] = [
  reply,
  mail,
  push,
  answersMail,
  summary,
  compaction,
  followUps,
  title,
  messagesIndex,
  processDocument("short"),
  processDocument("medium"),
  processDocument("long"),
  convertVideo,
  transcribeVoice,
  embedAgain,
  dueConnectors,
  syncConnector,
  dueJobs,
  job,
  inboundMail,
  chatsImport,
  evaluation,
  webhook,
  taskChats,
  sweep,
  filesSweep,
  givenUp,
];
