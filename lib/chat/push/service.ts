import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as background from "@/lib/platform/background/service";
import { config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";
import { wordsFor } from "@/lib/platform/words/catalogue";
import { readerIn } from "@/lib/platform/words/languages";
import { type Outcome, sendToDevice } from "./google";
import { notification, ofHeldMail, ofMessage, ofWaiting } from "./notification";
import * as queries from "./queries";

export { WHY_VISITORS_WAIT } from "./notification";

/** Devices that one person may have; the newest stay. */
const MOST_DEVICES = 50;
const AT_ONCE = 10;

type Given = { token: string; device_id?: string | null; platform?: "web" | "android" | "ios" | null };

/** Has messages pushed to a device of the viewer from now on; again is no fault. */
export async function register({ user }: Viewer, { token, device_id: deviceId = null, platform }: Given) {
  await transaction(async () => {
    // One registration of a person's after the other: else each would miss what the others add.
    await queries.lockUser({ userId: user.id });
    await queries.upsertDevice({ userId: user.id, token, deviceId, platform });
    await queries.deleteReplaced({ userId: user.id, token, deviceId, most: MOST_DEVICES });
  });
  return { success: true as const, message: "Push notifications are on for this device." };
}

/** Ends that; a token that is unknown or somebody else's is no fault. */
export async function invalidate({ user }: Viewer, token: string): Promise<void> {
  await queries.deleteDevice({ userId: user.id, token });
}

/**
 * Asks for a stored message to be pushed to the other members of its chat.
 * Without Firebase it does nothing, and it never fails: the message is stored.
 */
export const announce = (messageId: number): Promise<void> =>
  asked(() => background.emit("push.requested", { message_id: messageId }));

/** As `announce`, of a mail that waits, to the owners and admins of its chat. */
export const announceHeld = (mailId: number): Promise<void> =>
  asked(() => background.emit("push.mail-held", { inbound_mail_id: mailId }));

/** As `announce`, of a visitor who waits for the team, to the members of their conversation. */
export const announceWaiting = (chatId: number): Promise<void> =>
  asked(() => background.emit("push.visitor-waits", { chat_id: chatId }));

async function asked(ask: () => Promise<void>): Promise<void> {
  if (!config().FIREBASE_SERVICE_ACCOUNT) return;
  try {
    await ask();
  } catch (error) {
    log.warn({ err: error }, "a push could not be scheduled");
  }
}

type Pushed = { messageId: number } | { heldMailId: number } | { waitingIn: number };

/** What is said in a reader's language, and to whom; undefined when it is gone. */
async function contentOf(what: Pushed) {
  if ("messageId" in what) {
    const message = await queries.findMessage(what);
    if (!message) return undefined;
    const content = ofMessage(message);
    return { contentIn: async () => content, to: { chatId: message.chatId, notUserId: message.fromUserId } };
  }
  if ("waitingIn" in what) {
    const waiting = await queries.findWaiting({ chatId: what.waitingIn });
    if (!waiting) return undefined;
    const contentIn = async (language: string | null) =>
      ofWaiting(await wordsFor(readerIn(language), "mails"), waiting);
    return { contentIn, to: { chatId: waiting.chatId } };
  }
  const mail = await queries.findHeldMail({ mailId: what.heldMailId });
  if (!mail) return undefined;
  const contentIn = async (language: string | null) =>
    ofHeldMail(await wordsFor(readerIn(language), "mails"), mail);
  return { contentIn, to: { chatId: mail.chatId, isForAdmins: true } };
}

/**
 * Pushes something to those devices, or to all that it concerns. Who those are
 * is asked now: by a retry somebody may have left or muted the chat.
 * @returns the devices to try again
 */
export async function deliver(what: Pushed, deviceIds?: number[]): Promise<number[]> {
  const { FIREBASE_SERVICE_ACCOUNT: account, appUrl } = config();
  const found = account && (await contentOf(what));
  if (!found) return [];
  const devices = await queries.devicesOfChat({ ...found.to, ids: deviceIds });
  const outcomes = new Map<number, Outcome>();
  const waiting = devices.values();
  const worker = async () => {
    for (const { id, token, language } of waiting) {
      const content = notification(await found.contentIn(language), appUrl);
      outcomes.set(id, await sendToDevice(account, { ...content, token }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const gone = devices.filter(({ id }) => outcomes.get(id) === "gone");
  if (gone.length > 0) await queries.deleteDevices({ tokens: gone });
  return devices.filter(({ id }) => outcomes.get(id) === "later").map(({ id }) => id);
}
