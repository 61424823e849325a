import { afterEach, expect, test, vi } from "vitest";

// Opens a tab with its own storage and modules; tabs share their channel.
async function openTab(stored: Map<string, string> = new Map(), isFull = () => false) {
  vi.resetModules();
  const sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull()) throw new DOMException("Full", "QuotaExceededError");
      stored.set(key, value);
    },
    removeItem: (key: string) => void stored.delete(key),
  };
  vi.stubGlobal("window", { sessionStorage, localStorage: sessionStorage });
  vi.stubGlobal("location", { search: "?sid=made", pathname: "/" });
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ redirectCount: 1 } as never]);
  const session = await import("./session");
  const { createOutbox } = await import("./unsent");
  return { session, unsent: createOutbox("chat") };
}
afterEach(() => vi.unstubAllGlobals());

test("unsent messages are sent by the next page load under their keys", async () => {
  const stored = new Map<string, string>();
  const before = await openTab(stored);
  before.unsent.keep({ key: "k1", sid: "s", text: "one", hasFiles: false });
  before.unsent.keep({ key: "k2", sid: "s", text: "two", hasFiles: false });
  before.unsent.forget("k1");
  before.unsent.keep({ key: "k3", sid: "s", text: "with a file", hasFiles: true });
  before.unsent.keep({ key: "k4", sid: "other", text: "of another conversation", hasFiles: false });

  const { unsent } = await openTab(stored);
  const sent: unknown[] = [];
  const given: string[] = [];
  const send = async (text: string, files: File[], key: string) => {
    sent.push([text, files, key]);
    unsent.forget(key);
  };
  await unsent.takeUp("s", send, (text) => given.push(text));
  expect(sent).toEqual([["two", [], "k2"]]);
  expect(given).toEqual(["with a file", "of another conversation"]);
  expect([...stored]).toEqual([]);
});

test("waiting messages are sent in order, once, after a reconnect", async () => {
  const { unsent } = await openTab();
  const sent: string[] = [];
  for (const key of ["k1", "k2"])
    unsent.wait(key, async () => {
      sent.push(key);
    });
  await unsent.sendAgain();
  await unsent.sendAgain();
  expect(sent).toEqual(["k1", "k2"]);
});

test("a draft that doesn't fit in the browser's storage is kept while the page is open", async () => {
  const stored = new Map<string, string>();
  let isFull = false;
  const { session } = await openTab(stored, () => isFull);
  const draft = session.openDraft("chat");
  draft.set("as far as");
  isFull = true;
  draft.set("as far as this");
  expect(draft.get()).toBe("as far as this");
  expect((await openTab(stored)).session.openDraft("chat").get()).toBe("as far as");
  draft.set("");
  expect(draft.get()).toBe("");
  expect([...stored]).toEqual([]);
});

test("a second tab takes over the session of the first unless it has ended", async () => {
  let own: string | null = "first";
  const first = await openTab();
  first.session.shareSession("chat", () => own);
  const second = await openTab();
  expect(await second.session.requestSessionOfOtherTab("chat")).toBe("first");
  expect(second.session.listSessionsToTry("chat", "first")).toEqual(["first", "made"]);
  own = null;
  expect(await second.session.requestSessionOfOtherTab("chat")).toBeUndefined();
  // A tab with a session of its own doesn't ask others.
  const third = await openTab(new Map([["parley:chat", "third"]]));
  own = "first";
  expect(await third.session.requestSessionOfOtherTab("chat")).toBeUndefined();
});
