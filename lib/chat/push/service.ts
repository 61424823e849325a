import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as background from "@/lib/platform/background/service";
import { config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";
import { loadTranslate } from "@/lib/platform/words/catalogue";
import { toReader } from "@/lib/platform/words/languages";
import { type PushOutcome, sendToDevice } from "./google";
import {
  buildFcmMessage,
  toHeldMailNotification,
  toMessageNotification,
  toWaitingNotification,
} from "./notification";
import * as queries from "./queries";

export { WHY_VISITORS_WAIT } from "./notification";

// Maximum number of devices per person. Registering another one removes the oldest.
const MAX_DEVICES = 50;
const AT_ONCE = 10;

type DeviceInput = { token: string; device_id?: string | null; platform?: "web" | "android" | "ios" | null };

export async function register(
  { user }: Viewer,
  { token, device_id: deviceId = null, platform }: DeviceInput,
) {
  await transaction(async () => {
    // Serialized, because concurrent registrations would miss each other's rows when they trim the list.
    await queries.lockUser({ userId: user.id });
    await queries.upsertDevice({ userId: user.id, token, deviceId, platform });
    await queries.deleteReplaced({ userId: user.id, token, deviceId, most: MAX_DEVICES });
  });
  return { success: true as const, message: "Push notifications are on for this device." };
}

export async function invalidate({ user }: Viewer, token: string): Promise<void> {
  await queries.deleteDevice({ userId: user.id, token });
}

/**
 * Schedules a push of a stored message to the other members of its chat. Does nothing without Firebase, and never
 * throws, because the message is already stored.
 */
export const schedulePush = (messageId: number): Promise<void> =>
  runIfConfigured(() => background.emit("push.requested", { message_id: messageId }));

export const scheduleHeldMailPush = (mailId: number): Promise<void> =>
  runIfConfigured(() => background.emit("push.mail-held", { inbound_mail_id: mailId }));

export const scheduleWaitingPush = (chatId: number): Promise<void> =>
  runIfConfigured(() => background.emit("push.visitor-waits", { chat_id: chatId }));

async function runIfConfigured(ask: () => Promise<void>): Promise<void> {
  if (!config().FIREBASE_SERVICE_ACCOUNT) return;
  try {
    await ask();
  } catch (error) {
    log.warn({ err: error }, "a push could not be scheduled");
  }
}

type Pushed = { messageId: number } | { heldMailId: number } | { waitingIn: number };

async function loadContent(what: Pushed) {
  if ("messageId" in what) {
    const message = await queries.findMessage(what);
    if (!message) return undefined;
    const content = toMessageNotification(message);
    return { contentIn: async () => content, to: { chatId: message.chatId, notUserId: message.fromUserId } };
  }
  if ("waitingIn" in what) {
    const waiting = await queries.findWaiting({ chatId: what.waitingIn });
    if (!waiting) return undefined;
    const contentIn = async (language: string | null) =>
      toWaitingNotification(await loadTranslate(toReader(language), "mails"), waiting);
    return { contentIn, to: { chatId: waiting.chatId } };
  }
  const mail = await queries.findHeldMail({ mailId: what.heldMailId });
  if (!mail) return undefined;
  const contentIn = async (language: string | null) =>
    toHeldMailNotification(await loadTranslate(toReader(language), "mails"), mail);
  return { contentIn, to: { chatId: mail.chatId, isForAdmins: true } };
}

/**
 * Pushes a notification to the given devices, or to all members in its audience. Determines the audience at delivery,
 * because members may have left or muted the chat before a retry.
 * @returns the devices to retry
 */
export async function deliver(what: Pushed, deviceIds?: number[]): Promise<number[]> {
  const { FIREBASE_SERVICE_ACCOUNT: account, appUrl } = config();
  const found = account && (await loadContent(what));
  if (!found) return [];
  const devices = await queries.listDevicesOfChat({ ...found.to, ids: deviceIds });
  const outcomes = new Map<number, PushOutcome>();
  const waiting = devices.values();
  const worker = async () => {
    for (const { id, token, language } of waiting) {
      const content = buildFcmMessage(await found.contentIn(language), appUrl);
      outcomes.set(id, await sendToDevice(account, { ...content, token }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const gone = devices.filter(({ id }) => outcomes.get(id) === "gone");
  if (gone.length > 0) await queries.deleteDevices({ tokens: gone });
  return devices.filter(({ id }) => outcomes.get(id) === "later").map(({ id }) => id);
}
