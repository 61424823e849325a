import { beforeEach, expect, test } from "vitest";
import { person } from "@/test/client";
import { startServerWithModel } from "@/test/server-with-model";

const { model, server } = await startServerWithModel();
beforeEach(() => model.setMode("echo"));

const ada = await person(server.url, "Ada Admin");
const PROMPT =
  "Write about {{ Topic }} by {{Due: date}} in a {{Tone: formal | friendly}} tone.\n{{Notes: long text}}\n{{Report: file}} {{files}} {{Odd: thing}} {{Topic}}";
await ada.api.post("/tasks/actions", { name: "Write", action_name: "write", prompt: PROMPT });
const values = { Topic: "{{Due}} costs", Due: "2026-05-01", Tone: "formal", Notes: "", Report: "q1.txt" };
const run = (variables: unknown, more: object = {}) =>
  ada.api.multipart("/tasks/execute_task_action", {
    task_action_name: "write",
    ...(variables !== undefined && { variables: JSON.stringify(variables) }),
    files: [new File(["numbers"], "q1.txt")],
    ...more,
  });
const getAsked = () => {
  const content = model.requests.at(-1)!.messages.at(-1)!.content;
  return typeof content === "string" ? content : content.map(({ text }) => text).join("");
};

test("a prompt's variables are listed in their order, and only if they are asked for", async () => {
  const variables = [
    { name: "Topic", kind: "text", options: [] },
    { name: "Due", kind: "date", options: [] },
    { name: "Tone", kind: "choice", options: ["formal", "friendly"] },
    { name: "Notes", kind: "long_text", options: [] },
    { name: "Report", kind: "file", options: [] },
  ];
  const getOwn = (list: { action_name: string }[]) => list.find(({ action_name }) => action_name === "write");
  expect(getOwn((await ada.api.get("/tasks/actions")).body)).toMatchObject({ variables });
  const available = "/tasks/available_task_actions";
  expect(getOwn((await ada.api.get(`${available}?include_variables=true`)).body)).toMatchObject({
    variables,
  });
  expect(getOwn((await ada.api.get(available)).body)).not.toHaveProperty("variables");
});

test("values are put into the prompt, and braces in values stay as they are", async () => {
  const { status, body } = await run(values, { return_original_message: "true" });
  expect(status).toBe(200);
  expect(getAsked()).toContain(
    "Write about {{Due}} costs by 2026-05-01 in a formal tone.\n\nq1.txt q1.txt {{Odd: thing}} {{Due}} costs",
  );
  const [message] = (await ada.api.get(`/chats/${body.responses[0].chat_id}/messages`)).body.filter(
    ({ id }: { id: number }) => id === body.user_message_id,
  );
  expect(message.message).toBe(
    "**Topic:** {{Due}} costs\n\n**Due:** 2026-05-01\n\n**Tone:** formal\n\n**Report:** q1.txt",
  );
});

test("text that is sent with values follows the prompt", async () => {
  await run(values, { message_input: "Be brief." });
  expect(getAsked()).toMatch(/\{\{Due\}\} costs\n\nBe brief\.$/);
});

test("without values, placeholders of variables stay as they are", async () => {
  await run(undefined, { message_input: "Go" });
  expect(getAsked()).toContain("Write about {{ Topic }} by {{Due: date}}");
  expect((await run(undefined)).status).toBe(400);
});

test.each<[string, unknown, string]>([
  ["a missing value", { ...values, Topic: undefined }, "Topic"],
  ["an option that the choice doesn't have", { ...values, Tone: "rude" }, "Tone"],
  ["a date that isn't one", { ...values, Due: "2026-02-30" }, "Due"],
  ["a file that wasn't sent", { ...values, Report: "q2.txt" }, "Report"],
  ["an unknown variable", { ...values, Other: "x" }, "Other"],
  ["a value that is no text", { ...values, Topic: 5 }, "variables"],
  ["a list", [], "variables"],
])("%s is refused", async (_, given, at) => {
  const { status, body } = await run(given);
  expect(status).toBe(422);
  expect(body.detail[0].loc).toContain(at);
});

test("a prompt is tried with values before it is saved", async () => {
  const tried = await ada.api.multipart("/tasks/actions/try", {
    prompt: "Say {{Word}}",
    variables: JSON.stringify({ Word: "hello" }),
  });
  expect(tried.status).toBe(200);
  await expect.poll(getAsked).toContain("Say hello");
});

test("a prompt with an open brace and many spaces costs no time", async () => {
  const began = performance.now();
  const prompt = `{{a:${" ".repeat(49_000)}x`;
  const made = await ada.api.post("/tasks/actions", { name: "Open", action_name: "open_brace", prompt });
  expect(made.body.variables).toEqual([]);
  expect(performance.now() - began).toBeLessThan(5_000);
});

test("names of inherited properties are values like others", async () => {
  await ada.api.post("/tasks/actions", { name: "Odd", action_name: "odd", prompt: "Say {{constructor}}" });
  const send = (variables: object) =>
    ada.api.multipart("/tasks/execute_task_action", {
      task_action_name: "odd",
      variables: JSON.stringify(variables),
    });
  expect((await send({})).status).toBe(422);
  expect((await send({ constructor: "\ud800" })).status).toBe(422);
  expect((await send({ constructor: "hello" })).status).toBe(200);
  expect(getAsked()).toBe("Say hello");
});

test("a refused run leaves no chat behind", async () => {
  const { headers } = await ada.api.get("/chats");
  await ada.api.post("/tasks/actions", { name: "New", action_name: "never_run", prompt: "Say {{Word}}" });
  const refused = await ada.api.multipart("/tasks/execute_task_action", {
    task_action_name: "never_run",
    variables: "{}",
  });
  expect(refused.status).toBe(422);
  expect((await ada.api.get("/chats")).headers.get("x-total-count")).toBe(headers.get("x-total-count"));
});

test("values that are too long together are refused", async () => {
  const names = Array.from({ length: 12 }, (_, n) => `Part ${n}`);
  const prompt = names.map((name) => `{{${name}}}`).join("");
  await ada.api.post("/tasks/actions", { name: "Long", action_name: "long", prompt });
  const { status } = await ada.api.multipart("/tasks/execute_task_action", {
    task_action_name: "long",
    variables: JSON.stringify(Object.fromEntries(names.map((name) => [name, "x".repeat(9_000)]))),
  });
  expect(status).toBe(422);
});
