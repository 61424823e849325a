import { GROUP, PASSWORD, people } from "../seed/people.mjs";
import { generatePassword } from "./recorder.mjs";

const [, ben] = people;

export async function recordPeople({ record }, { email, group }) {
  const login = await record("signIn", { as: null, form: { username: email, password: PASSWORD } });
  const [session] = await record("loginToGroups", { as: login.access_token, json: [GROUP] });
  await record("refresh", { as: null, json: { refresh_token: session.refresh_token } });
  await record("rotateRefreshToken", { as: null, json: { refresh_token: session.refresh_token } });
  await record("requestMagicLink", { as: null, form: { email } });
  await record("forgotPassword", { as: null, json: { email } });

  const token = await record("createApiToken", { json: { name: "Nightly report" } });
  await record("listApiTokens");
  await record("revokeApiToken", { path: { id: token.id } });
  await record("getFirstSteps");
  await record("finishFirstSteps");
  const device = { token: "fcm-registration-token", platform: "web" };
  await record("registerDevice", { json: device });
  await record("invalidateDevice", { json: { token: device.token } });

  await record("listGroups");
  await record("getGroup", { path: { id: group } });
  await record("updateGroup", { path: { id: group }, json: { monthly_tokens: 5_000_000 } });
  await record("listGroupMembers", { path: { id: group }, query: { page_size: 2 } });
  const invite = { path: { id: group }, json: { role: "member", expires_in_days: 7 } };
  const { id, link } = await record("createInvitation", invite);
  await record("listInvitations", { path: { id: group } });
  const password = generatePassword();
  const grace = { email: `grace-${id}@harbor.example`, password: "a-long-password", full_name: "Grace Lind" };
  const invitation_token = link.split("/").at(-1);
  await record("register", { as: null, json: { ...grace, invitation_token } });
  const graceLogin = await record("signIn", {
    as: null,
    form: { username: grace.email, password: grace.password },
  });
  const [{ access_token: as, user }] = await record("loginToGroups", {
    as: graceLogin.access_token,
    json: [GROUP],
  });
  await record("updateMe", { as, json: { full_name: "Grace Lindqvist" } });
  await record("createGroup", { as, json: { name: "Lisbon partners" } });
  await record("changePassword", { as, json: { current_password: grace.password, new_password: password } });
  const person = { id: group, user_id: user.id };
  await record("updateGroupMember", { path: person, json: { role: "admin" } });
  await record("removeGroupMember", { path: person });
  const again = await record("createInvitation", invite);
  const graceAgain = await record("signIn", { as: null, form: { username: grace.email, password } });
  await record("joinGroup", {
    as: graceAgain.access_token,
    json: { invitation_token: again.link.split("/").at(-1) },
  });
  const more = await record("createInvitation", invite);
  await record("revokeInvitation", { path: { id: group, invitation_id: more.id } });
  await record("revokeInvitations", { path: { id: group } });
  await record("listAuditLog", { path: { id: group }, query: { page_size: 2 } });

  await record("getMe");
  await record("exportMe");
  const bens = await record("signIn", { as: null, form: { username: ben.email, password: PASSWORD } });
  const [benHere] = await record("loginToGroups", { as: bens.access_token, json: [GROUP] });
  await record("loginToGroups", { as: bens.access_token, json: [GROUP] });
  const sessions = await record("listSessions", { as: benHere.access_token });
  const other = sessions.find(({ is_current }) => !is_current);
  if (other) await record("endSession", { as: benHere.access_token, path: { id: other.id } });
  await record("endOtherSessions", { as: benHere.access_token });
  await record("logout", { as: benHere.access_token, json: [group] });

  const memory = await record("createMemory", { json: { text: "Orders parts on Tuesdays" } });
  await record("importMemories", { json: { text: "- Speaks Dutch\n- Works at the port" } });
  await record("listMemories");
  await record("setPersonalInstructions", { json: { about: "Runs the port office.", style: "Short." } });
  await record("getPersonalInstructions");
  await record("updateMemory", { path: { id: memory.id }, json: { text: "Orders parts on Wednesdays" } });
  await record("deleteMemory", { path: { id: memory.id } });
  const extra = await record("signIn", { as: null, form: { username: grace.email, password } });
  const sessionsOfGrace = await record("loginToGroups", { as: extra.access_token, json: [] });
  const last = sessionsOfGrace[0].access_token;
  await record("deleteMemories", { as: last });
  await record("restoreMemories", { as: last });
  await record("deleteMe", { as: last, json: { password } });
}
