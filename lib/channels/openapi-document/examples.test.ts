import { expect, it } from "vitest";
import { routes } from "@/app/api/v1/table";
import examples from "@/docs/examples.json";

// Recorded examples must match the current contracts. `npm run examples` records them again.
type Recorded = { path?: object; body?: unknown; headers?: object; status: number; answer?: unknown };
const recorded = Object.entries(examples.operations as Record<string, Recorded>);

// Operations that can't be recorded without a mailbox, a bucket, a recording, or another service.
const UNRECORDED = `verifyMagicToken testPasswordless registerPasswordless confirmRegistration resetPassword
  loginWithFirebase linkFirebaseUser cancelTaskChats sendVoice startVoiceRecording
  getVoiceRecording cancelVoiceRecording transcribeSpeech speak analyzeVideo convertVideo
  listVideoConversions getVideoConversionText retryVideoConversion deleteVideoConversion decideApproval
  getPublicDocument getPublicCitationFile mailPublicChat receiveMail approveInboundMail refuseInboundMail startUpload beginMcpSignIn finishMcpSignIn
  getMetrics retryRun getOpenapiDocument downloadModel answerMcpQuestion getDocumentPicture exchangeOauthToken
  revokeOauthToken decideAuthorization disconnectProgram createTranscription
  getRobotsRules getLlmsText getSecurityContact
  pauseStream resumeStream steerStream readWebPage listMcpOffers getMcpPrompt readMcpResource
  continueReply getChatContext compactChat undoCompaction chooseImportParts listImportItems suggestCanvasChange
  tellCanvasCursor`.split(/\s+/);

it("the document has an example of each operation that can have one", () => {
  const known = recorded.map(([name]) => name);
  const missing = routes.map(({ name }) => name).filter((name) => !known.includes(name));
  expect(missing.filter((name) => !UNRECORDED.includes(name))).toEqual([]);
  expect(UNRECORDED.filter((name) => !missing.includes(name))).toEqual([]);
});

it.each(recorded)(
  "the example of %s matches its contract",
  (name, { path, body, headers, status, answer }) => {
    const operation = routes.find((route) => route.name === name)?.operation;
    if (!operation) throw new Error("There is no such operation.");
    expect([operation.status, operation.accepted && 202]).toContain(status);
    for (const key of Object.keys(path ?? {})) expect(operation.path).toContain(`{${key}}`);
    if (operation.body?.kind === "json") {
      const given = operation.body.schema.safeParse(body);
      expect(given.error?.issues ?? []).toEqual([]);
    }
    // Responses without JSON (files, or the beginning of a stream) have no schema to check.
    const isStream = JSON.stringify(headers)?.includes("event-stream") && typeof answer === "string";
    if (answer === undefined || isStream) return;
    const schema = status === 202 ? (operation.accepted ?? operation.returns) : operation.returns;
    const result = schema?.safeParse(answer);
    expect(result?.error?.issues ?? (result ? [] : "no schema")).toEqual([]);
  },
);
