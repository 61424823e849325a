import { setTimeout as wait } from "node:timers/promises";
import { createFile } from "./recorder.mjs";

const NOTES = "# Repairs in October\n\nBrake pads last 2,000 km. Chains are checked at every service.\n";

export async function recordLibrary({ record }, { chats, publicChat }) {
  await record("listMiniAssistants");
  await record("listAssistants", { query: { page_size: 2 } });
  const assistant = await record("createAssistant", {
    json: {
      name: "Parts finder",
      description: "Knows every part in stock.",
      instructions: "Answer with the part number first.",
      avatar: "🔧",
    },
  });
  const ofAssistant = { path: { id: assistant.id } };
  await record("getAssistant", ofAssistant);
  await record("updateAssistant", { ...ofAssistant, json: { greeting: "Which part do you need?" } });
  await recordAssistant(assistant.id, record);

  const [document] = await record("addDocuments", {
    multipart: { folder: "Workshop", files: createFile("repairs-october.md", NOTES) },
  });
  const of = { path: { id: document.id } };
  for (let tries = 0; tries < 100; tries++) {
    if ((await record("getDocument", of)).status === "ready") break;
    await wait(200);
  }
  await record("listDocuments", { query: { page_size: 2, status: "ready" } });
  await record("listDocumentFolders");
  await record("updateDocument", { ...of, json: { file_name: "repairs-2026-10.md" } });
  await record("getDocumentContent", of);
  await record("getDocumentText", of);
  const copy = await record("copyDocument", { ...of, json: { chat_id: chats["Lisbon shop"].id } });
  const collection = await record("createCollection", {
    json: { name: "Workshop manuals", description: "Torque, tires, brakes" },
  });
  const ofCollection = { path: { id: collection.id } };
  const pair = { path: { id: collection.id, document_id: document.id } };
  await record("addToCollection", pair);
  await record("listCollections", { query: { page_size: 2 } });
  await record("getCollection", ofCollection);
  await record("updateCollection", {
    ...ofCollection,
    json: { description: "Torque, tires, brakes, chains" },
  });
  const toChat = { path: { chat_id: chats["Lisbon shop"].id, collection_id: collection.id } };
  await record("attachCollection", toChat);
  await record("detachCollection", toChat);
  await record("removeFromCollection", pair);
  const connector = await record("createConnector", {
    ...ofCollection,
    json: {
      name: "Tire maker",
      source: { kind: "website", address: "https://manuals.example.com/tires/" },
    },
  });
  const ofConnector = { path: { id: connector.id } };
  await record("updateConnector", { ...ofConnector, json: { schedule: "hourly" } });
  // Waits for the first sync to end, which a second one requires.
  while ((await record("getConnector", ofConnector)).status !== "idle");
  await record("listConnectors", ofCollection);
  await record("syncConnector", ofConnector);
  await record("deleteConnector", ofConnector);
  await record("getConnectorFolders");
  await record("renameDocumentFolder", { json: { folder: "Workshop", to: "Repairs" } });
  await record("reindexDocument", of);
  await record("cancelDocument", of);
  await record("getUploadLimits");
  await record("getSpeechAbilities");
  await record("startUpload", { json: { file_name: "manual.pdf", size: 1_204_331 } });
  if (copy) await record("deleteDocument", { path: { id: copy.id } });
  await record("deleteCollection", ofCollection);
  await record("removeAssistant", ofAssistant);

  await recordJobs(record, { chat_id: chats["Lisbon shop"].id });
  await recordVisitors(record, publicChat);
}

async function recordJobs(record, path) {
  await record("set_scheduled_jobs_enabled", { path, query: { scheduled_jobs_enabled: true } });
  const job = await record("createJob", {
    path,
    json: {
      name: "Opening check",
      prompt: "What is left to do before we open?",
      cron: "45 8 * * 1-6",
      time_zone: "Europe/Lisbon",
    },
  });
  const of = { path: { ...path, job_id: job.id } };
  await record("getJob", of);
  await record("updateJob", { ...of, json: { paused: true } });
  await record("updateJob", { ...of, json: { paused: false } });
  await record("runJob", of);
  await wait(2000);
  await record("listJobs", { path });
  await record("listJobRuns", of);
  await record("removeJob", of);
  await record("set_email_integration_enabled", { path, query: { email_integration_enabled: true } });
  await record("listInboundMails", { path });
}

async function recordVisitors(record, { id, uuid }) {
  const path = { chat_id: uuid };
  await record("setChatPublic", { path: { chat_id: id }, query: { is_public: true } });
  const knowledge = await record("getPublicKnowledge", { path: { chat_id: id } });
  await record("setPublicKnowledge", {
    path: { chat_id: id },
    json: {
      document_ids: [],
      collection_ids: knowledge.collections.map((collection) => collection.id),
      opens_files: false,
    },
  });
  const startedSid = await record("startPublicSession", {
    as: null,
    path,
    json: { page: "https://harbor.example/rentals", language: "en" },
  });
  const sid = await record("replacePublicSession", { as: null, path, query: { sid: startedSid } });
  const visitor = { as: null, path, query: { sid } };
  await record("getPublicChatSettings", visitor);
  await recordVisitorMessages(record, visitor);
  const conversation = await recordConversation(record, id);
  await record("getPublicUsage", { path: { chat_id: id }, query: { days: 7 } });
  await recordPublication(record, id);
  await record("getLauncher", { path: { chat_id: uuid } });
  await record("getPublicReport", { path: { chat_id: id }, query: { by: "week" } });
  await record("getPublicSpending", { path: { chat_id: id } });
  await record("listUnanswered", { path: { chat_id: id } });
  await record("setVisitorEmail", { ...visitor, json: { email: "vera@example.com", language: "en" } });
  await record("tellVisitorTyping", visitor);
  await recordInbox(record, conversation);
  await record("getIdentitySecret", { path: { chat_id: id } });
  await record("rotateIdentitySecret", { path: { chat_id: id } });
  await record("identifyVisitor", {
    ...visitor,
    json: { id: "4711", name: "Anna Berg", email: "anna@harbor.example" },
  });
  await record("setVisitorPage", { ...visitor, json: { page: "https://harbor.example/rentals" } });
  await record("getPublicChallenge", visitor);
  await record("leavePublicConversation", visitor);
  await record("listPublicConversations", visitor);
}

async function recordVisitorMessages(record, visitor) {
  const first = await record("followPublicChat", {
    ...visitor,
    follow: () =>
      record("sendPublicMessage", { ...visitor, multipart: { message_input: "Do you rent cargo bikes?" } }),
  }).then(() =>
    record("sendPublicMessage", { ...visitor, multipart: { message_input: "For how many days?" } }),
  );
  const stream = { ...visitor, path: { ...visitor.path, streaming_task_id: first.streaming_task_id } };
  await record("readPublicStream", { ...stream, follow: true });
  await record("stopPublicStream", stream);
  const messages = await record("listPublicMessages", { ...visitor, query: { ...visitor.query, size: 4 } });
  const cited = messages.find(({ citations = [] }) => citations.length > 0);
  if (cited) {
    const [{ n }] = cited.citations;
    await record("getPublicCitation", { ...visitor, path: { ...visitor.path, message_id: cited.id, n } });
  }
  const reply =
    messages.find(({ user_id, role }) => role === "assistant" || user_id === null) ?? messages.at(-1);
  await record("retryPublicMessage", { ...visitor, path: { ...visitor.path, message_id: reply.id } });
  await record("exportPublicChat", visitor);
  const rated = { ...visitor, path: { ...visitor.path, message_id: reply.id } };
  await record("ratePublicReply", { ...rated, json: { is_good: true } });
  await record("unratePublicReply", rated);
  await record("ratePublicConversation", { ...visitor, json: { rating: 4, comment: "Quick and friendly" } });
}

async function recordConversation(record, id) {
  const [{ chat_id: conversation_id }] = await record("listVisitors", {
    path: { chat_id: id },
    query: { page_size: 2 },
  });
  const conversation = { path: { chat_id: conversation_id } };
  await record("getVisitor", conversation);
  await record("takeOver", conversation);
  await record("handBack", conversation);
  await record("blockVisitor", { path: { chat_id: id, conversation_id } });
  await record("unblockVisitor", { path: { chat_id: id, conversation_id } });
  return conversation;
}

async function recordPublication(record, id) {
  await record("updatePublication", {
    path: { chat_id: id },
    json: {
      greeting: "Welcome to Harbor Bikes. How can I help?",
      suggested_questions: ["What does a rental cost?", "Can you repair an e-bike?"],
      appearance: { ui_guest_msg_color: "teal", ui_launcher_position: "left" },
      hours: {
        time_zone: "Europe/Berlin",
        days: [...Array(5).fill([{ from: 540, to: 1080 }]), [], []],
      },
      offline_text: "We answer on the next working day.",
      handover: { on_request: true },
    },
  });
  await record("getPublication", { path: { chat_id: id } });
}

async function recordInbox(record, conversation) {
  await record("getInbox");
  await record("listInbox", { query: { box: "unassigned", size: 1 } });
  const json = { assigned_to: 1, snoozed_until: "2027-01-04T09:00:00Z" };
  await record("updateConversation", { ...conversation, json });
  await record("listEarlierConversations", conversation);
  const note = await record("addNote", {
    ...conversation,
    json: { text: "Rents for the whole team every spring." },
  });
  await record("listNotes", conversation);
  await record("deleteNote", { path: { ...conversation.path, note_id: note.id } });
  const text = "We are open Tuesday to Saturday from nine to six.";
  const { id } = await record("createSavedReply", { json: { name: "Opening hours", text } });
  await record("listSavedReplies");
  await record("updateSavedReply", { path: { id }, json: { text: text.replace("nine", "ten") } });
  await record("deleteSavedReply", { path: { id } });
}

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

async function recordAssistant(id, record) {
  const of = { path: { id } };
  const file = new File([Buffer.from(PIXEL, "base64")], "lantern.png", { type: "image/png" });
  await record("setAssistantPicture", { ...of, multipart: { file } });
  await record("getAssistantPicture", of);
  await record("removeAssistantPicture", of);
  await record("listToolSwitches", of);
  await record("listAssistantRatings", { ...of, query: { days: 30 } });
  await record("listAssistantVersions", of);
  const first = { path: { id, number: 1 } };
  await record("getAssistantVersion", first);
  await record("restoreAssistantVersion", first);
  const copy = await record("duplicateAssistant", of);
  await record("removeAssistant", { path: { id: copy.id } });
  const imported = await record("importAssistant", { json: await record("exportAssistant", of) });
  await record("removeAssistant", { path: { id: imported.id } });
  const question = "How long is the deposit kept?";
  await record("tryAssistant", {
    json: { assistant: { name: "Clerk" }, messages: [{ role: "user", text: question }] },
  });
  const questions = [{ question, must_contain: ["14 days"], must_not_contain: [] }];
  await record("setEvaluationQuestions", { ...of, json: { questions } });
  await record("listEvaluationQuestions", of);
  const run = await record("startEvaluationRun", { ...of, json: {} });
  const ofRun = { path: { id, run_id: run.id } };
  await record("listEvaluationRuns", of);
  await record("getEvaluationRun", ofRun);
  await record("stopEvaluationRun", ofRun);
  await record("deleteEvaluationRun", ofRun);
}
