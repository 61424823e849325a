// npm run seed [address]: fills an empty, running installation with sample content through its API. From another
// machine: npm run seed -- https://chat.example.com --setup-token <printed at its first start>
import { parseArgs } from "node:util";
import { createApi, Refused } from "./seed/api.mjs";
import { GROUP, PASSWORD, people } from "./seed/people.mjs";
import { fillWorkspace } from "./seed/workspace.mjs";

const { values, positionals } = parseArgs({
  options: { "setup-token": { type: "string" } },
  allowPositionals: true,
});
const address = (positionals[0] ?? `http://localhost:${process.env.PORT ?? 3000}`).replace(/\/+$/, "");
const anyone = createApi(address);
const [owner, ...others] = people;

try {
  await seed();
} catch (error) {
  const isAway = error instanceof TypeError && error.message === "fetch failed";
  console.error(isAway ? `No installation answers at ${address}. Start one with: npm start` : error.message);
  process.exitCode = 1;
}

async function seed() {
  if (await signedIn(owner).catch(() => null))
    return console.log(`${address} already has the sample content. ${howToSignIn()}`);

  const members = { [owner.key]: await createOwner() };
  const { api: host, group } = members[owner.key];
  for (const person of others) {
    const { link } = await host.post(`/groups/${group.id}/invitations`, { role: person.role ?? "member" });
    await register(person, { invitation_token: link.split("/").at(-1) });
    members[person.key] = await signedIn(person);
  }
  await fillWorkspace(members, anyone);
  console.log(`${GROUP} has ${people.length} people and their chats. ${howToSignIn()}`);
}

async function createOwner() {
  await register(owner, { group_name: GROUP, setup_token: values["setup-token"] });
  const member = await signedIn(owner);
  try {
    await member.api.get("/installation/status");
  } catch {
    await member.api.del("/users/me", { password: PASSWORD });
    throw new Error(`${address} already has an owner. Sample content goes into an empty installation only.`);
  }
  return member;
}

async function register({ email, name }, more) {
  const account = { email, password: PASSWORD, full_name: name, ...more };
  const { confirmation_required } = await anyone.post("/auth/register", account).catch((error) => {
    if (!(error instanceof Refused)) throw error;
    throw new Error(`${address} refused an account for ${email}: ${error.message}`);
  });
  if (confirmation_required)
    throw new Error(
      "New accounts must confirm their address here. Set REQUIRE_EMAIL_CONFIRMATION=false and start again.",
    );
}

async function signedIn({ email }) {
  const { access_token } = await anyone.form("/auth/login", { username: email, password: PASSWORD });
  const [session] = await createApi(address, access_token).post("/auth/login/group", []);
  return { id: session.user.id, group: session.group, api: createApi(address, session.access_token) };
}

function howToSignIn() {
  return `Sign in as ${owner.email} with the password ${PASSWORD}.`;
}
