import { linkIn } from "@/test/fakes/mail-server";
import { outbox } from "@/test/outbox";
import { expect, test } from "@/test/page-checks";
import { expectAccessiblePages, expectAccessibleStates } from "@/test/page-states";
import { client } from "@/test/test";
import { box, log, publicChat } from "@/test/visitor";

// Pages outside of the workspace, and their menus and dialogs. docs.spec.ts checks the API reference.

test.use({ viewport: { width: 1440, height: 900 } });

test("sign-in and registration pages pass axe", async ({
  page,
  someone: { api, group, email },
  product,
  browserConsole,
}) => {
  browserConsole.expects(/status of 4\d\d/);
  const { link } = (await api.post(`/groups/${group.id}/invitations`, {})).body;
  const join = new URL(link).pathname;
  const next = encodeURIComponent(join);
  const anyone = client(product.url);
  await anyone.post("/auth/forgot-password", { email });
  const reset = linkIn(await outbox(product.dataDir).next(email), "/reset-password/");
  await expectAccessiblePages(page, [
    ["/login", [], ["Sign in", { see: "Enter your e-mail address" }]],
    [`/login?next=${next}`, []],
    ["/login?error=Google", []],
    ["/login/email", [], ["E-mail me a link", { see: "Must be an e-mail address." }]],
    ["/login/email?sent", []],
    ["/login/magic/over", []],
    ["/forgot-password", []],
    ["/forgot-password?sent", []],
    ["/reset-password/over", []],
    [reset, []],
    ["/register", [], ["Create account", { see: "Must" }]],
    [`/register?next=${next}`, []],
    ["/register?sent", []],
    ["/register/passwordless", []],
    ["/register/confirm/over", []],
    ["/join/over", []],
    [join, []],
    ["/shared/over", []],
  ]);
});

test("pages for signing out, joining, connecting an app and printing a chat pass axe", async ({
  signedIn: page,
  someone: { api, group },
  browserConsole,
}) => {
  browserConsole.expects(/status of 404/);
  const { body: chat } = await api.post("/chats", { name: "Minutes" });
  await api.multipart(`/chats/${chat.id}/messages`, { message_input: "[[fake markdown]]", is_sync: "true" });
  const share = { requires_sign_in: false, is_live: true };
  const { url } = (await api.post(`/chats/${chat.id}/shares`, share)).body;
  const { link } = (await api.post(`/groups/${group.id}/invitations`, {})).body;
  await expectAccessiblePages(page, [
    ["/not-here", []],
    ["/logout", []],
    ["/oauth/authorize", []],
    [new URL(link).pathname, []],
    [`/print/chats/${chat.uuid}`, []],
    [`/print/chats/${chat.uuid}/canvas`, []],
    [new URL(url).pathname, []],
  ]);
});

test("a public chat passes axe", async ({ page, product, someone }) => {
  const chat = await publicChat(someone);
  await page.goto(`${product.url}/public/chats/${chat.uuid}`);
  await expect(box(page)).toBeFocused();
  await expectAccessibleStates(page, [[], ["More"]]);
  await box(page).fill("[[fake markdown]]\n\n- [ ] Tent");
  await box(page).press("Enter");
  await expect(log(page).getByRole("button", { name: "Copy", exact: true })).toBeVisible();
  await expectAccessibleStates(page, [[], ["More"], ["More", "Rate this chat"]]);
});
