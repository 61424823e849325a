import type { Page } from "@playwright/test";
import { setSpoken } from "@/test/fakes/speech";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

const message = (page: Page) => page.getByLabel("Message", { exact: true });
const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const begin = (page: Page) => page.getByRole("button", { name: "Record a voice message" });
const recorder = (page: Page) => page.getByRole("region", { name: "Voice message" });
const send = (page: Page) => page.getByRole("button", { name: "Send the recording" });
const onItsWay = (page: Page) => page.getByRole("article", { name: "Your voice message" });

/** Error responses that the browser logs. */
const REFUSED = /Failed to load resource: the server responded with a status of (422|502)/;
/** Playwright's trace fetches blobs, which the page's policy blocks. */
const OF_THE_TRACE = /^Connecting to 'blob:/;

async function record(page: Page): Promise<void> {
  await begin(page).click();
  await expect(recorder(page)).toContainText("0:01");
}

test("a voice message is recorded, transcribed and played, and a failed one is kept over a reload", async ({
  signedIn: page,
  someone,
  model,
  browserConsole,
}) => {
  browserConsole.expects(REFUSED);
  browserConsole.expects(OF_THE_TRACE);
  await page.context().grantPermissions(["microphone"]);
  const chat = (await someone.api.post("/chats", { name: "Spoken" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await expect(message(page)).toBeFocused();

  setSpoken("Where is the harbour?");
  await begin(page).focus();
  await page.keyboard.press("Space");
  await expect(send(page)).toBeFocused();
  await expect(recorder(page)).toContainText("0:01");
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.getByRole("button", { name: "Pause the recording" }).click();
  await expect(recorder(page).getByRole("status")).toHaveText("Recording paused.");
  await page.getByRole("button", { name: "Resume the recording" }).click();
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Discard the recording?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await page.getByLabel("Translate into English").check();
  model.setMode("first=400");
  await send(page).press("Enter");
  await expect(onItsWay(page)).toContainText("Transcribing…");
  await expect(log(page)).toContainText("In English: Where is the harbour?");
  await expect(log(page)).toContainText("You said: In English: Where is the harbour?");
  const heard = log(page).locator("audio");
  await expect(heard).toHaveCount(1);
  await expect.poll(() => heard.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(0.5);
  await expectAccessible(page);

  // A recording made by holding the button is sent on release.
  model.setMode("500");
  await begin(page).hover();
  await page.mouse.down();
  await expect(recorder(page)).toContainText("0:01");
  await page.mouse.up();
  await expect(onItsWay(page).getByRole("alert")).toContainText("Not sent. The speech server failed");
  await page.reload();
  await expect(onItsWay(page).getByRole("alert")).toContainText("The recording is kept here.");
  await expect(onItsWay(page).locator("audio")).toHaveJSProperty("paused", true);
  await expectAccessible(page);
  model.setMode("echo");
  setSpoken("Is it far?");
  await onItsWay(page).getByRole("button", { name: "Try again" }).click();
  await expect(log(page)).toContainText("You said: Is it far?");
  await expect(onItsWay(page)).toHaveCount(0);

  setSpoken("");
  await record(page);
  await send(page).click();
  await expect(onItsWay(page).getByRole("alert")).toContainText("There is no speech in this recording.");
  await onItsWay(page).getByRole("button", { name: "Discard" }).click();
  await expect(onItsWay(page)).toHaveCount(0);

  setSpoken("Never mind");
  model.setMode("first=3000");
  await record(page);
  await send(page).click();
  await expect(onItsWay(page)).toContainText("Transcribing…");
  await onItsWay(page).getByRole("button", { name: "Cancel" }).click();
  await expect(onItsWay(page).getByRole("alert")).toContainText("You stopped it.");
  await onItsWay(page).getByRole("button", { name: "Discard" }).click();
  model.setMode("echo");

  await record(page);
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(message(page)).toBeFocused();
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", "NotAllowedError"));
  });
  await begin(page).click();
  await expect(page.getByText("The browser blocks the microphone for this page.")).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(message(page)).toBeFocused();
  const stored = (await someone.api.get(`/chats/${chat.id}/messages`)).body;
  expect(stored.map(({ type }: { type: string }) => type)).toEqual(["voice", "message", "voice", "message"]);
});

test("a recording survives a reload, and its transcript appears while it is recorded", async ({
  signedIn: page,
  someone,
  model,
  browserConsole,
}) => {
  browserConsole.expects(OF_THE_TRACE);
  await page.context().grantPermissions(["microphone"]);
  const chat = (await someone.api.post("/chats", { name: "Spoken" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  await expect(message(page)).toBeFocused();
  model.setMode("echo");
  setSpoken("Where is the harbour?");
  await begin(page).click();
  await expect(recorder(page)).toContainText("Where is the harbour?", { timeout: 20_000 });
  await expectAccessible(page);
  await expectToFitPhone(page);
  model.setMode("first=4000");
  await send(page).click();
  await expect(onItsWay(page)).toContainText("Transcribing…");
  await page.reload();
  await expect(onItsWay(page)).toContainText("Transcribing…");
  await expect(log(page)).toContainText("You said: Where is the harbour?", { timeout: 20_000 });
  await expect(onItsWay(page)).toHaveCount(0);
  const stored = (await someone.api.get(`/chats/${chat.id}/messages`)).body;
  expect(stored.map(({ type }: { type: string }) => type)).toEqual(["voice", "message"]);
});

test("a voice conversation takes turns: speech is sent at a pause, the reply is spoken, and it listens again", async ({
  signedIn: page,
  someone,
  model,
  browserConsole,
}) => {
  browserConsole.expects(OF_THE_TRACE);
  model.setMode("echo");
  await page.context().grantPermissions(["microphone"]);
  await page.addInitScript(() => {
    const said: string[] = [];
    const speech = {
      said,
      getVoices: () => [],
      cancel: () => {},
      speak: (utterance: SpeechSynthesisUtterance) => {
        said.push(utterance.text);
        setTimeout(() => utterance.onend?.(new Event("end") as SpeechSynthesisEvent));
      },
    };
    Object.defineProperty(window, "speechSynthesis", { value: speech });
  });
  const said = () => page.evaluate(() => (window.speechSynthesis as unknown as { said: string[] }).said);
  const chat = (await someone.api.post("/chats", { name: "Spoken" })).body;
  await page.goto(`/chats/${chat.uuid}`);
  setSpoken("Where is the harbour?");
  await page.getByRole("button", { name: "Hands-free conversation" }).click();
  const conversation = page.getByRole("region", { name: "Hands-free conversation" });
  await expect(conversation.getByRole("status")).toHaveText("Listening. Pause to send.");
  await expect(conversation.getByRole("button", { name: "Send now" })).toBeFocused();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.keyboard.press("Enter");
  await expect.poll(said).toEqual(["You said: Where is the harbour?"]);
  await expect(conversation.getByRole("status")).toHaveText("Listening. Pause to send.");
  await page.keyboard.press("Escape");
  await expect(conversation).toHaveCount(0);
  await expect(message(page)).toBeFocused();

  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", "NotAllowedError"));
  });
  await page.getByRole("button", { name: "Hands-free conversation" }).click();
  await expect(conversation.getByRole("alert")).toContainText("The browser blocks the microphone");
  await expect(conversation.getByRole("button", { name: "Listen again" })).toBeVisible();
});

test("a chat can start with a voice message, and replies are read aloud", async ({
  signedIn: page,
  model,
}) => {
  model.setMode("echo");
  await page.context().grantPermissions(["microphone"]);
  await page.addInitScript(() => {
    const said: string[] = [];
    const speech = {
      said,
      getVoices: () => [],
      cancel: () => said.push("(silence)"),
      speak: (utterance: SpeechSynthesisUtterance) => {
        said.push(`${utterance.lang}: ${utterance.text}`);
        if (said.length < 3) setTimeout(() => utterance.onend?.(new Event("end") as SpeechSynthesisEvent));
      },
    };
    Object.defineProperty(window, "speechSynthesis", { value: speech });
  });
  const said = () => page.evaluate(() => (window.speechSynthesis as unknown as { said: string[] }).said);
  await page.goto("/");
  await expect(message(page)).toBeFocused();
  setSpoken("Der Hafen ist **hier** und nicht weit. Die Schiffe warten.");
  await record(page);
  await send(page).click();
  await expect(page).toHaveURL(/\/chats\//);
  const reply = log(page).getByRole("article").filter({ hasText: "You said: Der Hafen" });
  await reply.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Read aloud" }).click();
  await expect
    .poll(said)
    .toEqual(["(silence)", "de: You said: Der Hafen ist hier und nicht weit.", "de: Die Schiffe warten."]);
  const bar = page.getByRole("region", { name: "Reading aloud" });
  await bar.getByRole("button", { name: "Pause reading" }).click();
  await expect(bar.getByRole("status")).toHaveText("Reading paused");
  await expect.poll(async () => (await said()).at(-1)).toBe("(silence)");
  await bar.getByRole("button", { name: "Resume reading" }).click();
  await expect.poll(async () => (await said()).at(-1)).toBe("de: Die Schiffe warten.");
  await expectAccessible(page);
  await bar.getByRole("button", { name: "Speed: 1×" }).click();
  await expect(bar.getByRole("button", { name: "Speed: 1.25×" })).toBeVisible();
  await reply.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Stop reading" }).click();
  await expect(bar).toHaveCount(0);
  await expect.poll(async () => (await said()).at(-1)).toBe("(silence)");
});

test("a recording is inserted as text, and kept when that fails", async ({
  signedIn: page,
  model,
  browserConsole,
}) => {
  browserConsole.expects(REFUSED);
  browserConsole.expects(OF_THE_TRACE);
  await page.context().grantPermissions(["microphone"]);
  await page.goto("/");
  await expect(message(page)).toBeFocused();
  setSpoken("The harbor opens at seven.");
  await record(page);
  model.setMode("500");
  try {
    await recorder(page).getByRole("button", { name: "Insert as text" }).click();
    await expect(recorder(page).getByRole("alert")).toContainText("The recording is kept here.");
  } finally {
    model.setMode("echo");
  }
  await recorder(page).getByRole("button", { name: "Insert as text" }).click();
  await expect(message(page)).toHaveValue("The harbor opens at seven.");
  await expect(message(page)).toBeFocused();
});
