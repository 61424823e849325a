import { beforeEach, expect, test } from "vitest";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";

const { model, server } = await startServerWithModel();
beforeEach(() => model.setMode("echo"));
const ada = await person(server.url, "Ada Owner");
const max = await colleague(server.url, ada.group, "Max Member");
const { api } = ada;
const { id } = (
  await api.post("/virtual-assistants", {
    name: "Helper",
    instructions: "First words.",
    model: "openai-compatible:stand-in-large",
  })
).body;
const path = `/virtual-assistants/${id}/evaluation`;
const ask = (...questions: object[]) => api.put(`${path}/questions`, { questions });
const ended = async (run: { id: number }) => {
  const read = async () => (await api.get(`${path}/runs/${run.id}`)).body;
  await expect.poll(async () => (await read()).status, { timeout: 20_000 }).not.toBe("running");
  return read();
};
const start = async (body: object = {}) => {
  const run = await api.post(`${path}/runs`, body);
  expect(run.status).toBe(201);
  expect(run.body).toMatchObject({ status: "running", answered_count: 0, ended_at: null });
  return run.body;
};

test("an answer passes when it contains all required and no forbidden texts", async () => {
  expect((await api.post(`${path}/runs`, {})).status).toBe(409);
  const questions = [
    {
      question: "Parcels are handed  out at the Blue Counter.",
      must_contain: ["BLUE counter", "handed out"],
    },
    { question: "Never say magic", must_contain: ["unheard of"], must_not_contain: ["Magic", "moon"] },
    { question: "[[fake 401]] and fail" },
  ];
  expect((await ask(...questions)).body).toMatchObject([
    { ...questions[0], must_not_contain: [] },
    questions[1],
    { question: questions[2]!.question },
  ]);
  const run = await ended(await start());
  expect(run).toMatchObject({
    status: "completed",
    version: 1,
    questions_count: 3,
    answered_count: 3,
    passed_count: 1,
    created_by: { full_name: "Ada Owner" },
  });
  expect(run.answers).toMatchObject([
    { has_passed: true, missing: [], unwanted: [], error: null },
    { has_passed: false, missing: ["unheard of"], unwanted: ["Magic"] },
    { has_passed: false, answer: "", error: expect.stringContaining("refused the API key") },
  ]);
  expect(run.answers[0].output_tokens).toBeGreaterThan(0);
  // Editing the questions does not change stored answers.
  await ask({ question: "Another" });
  expect((await api.get(`${path}/runs/${run.id}`)).body.answers).toHaveLength(3);
});

test("an evaluation can run with an earlier version and another model, and lists both runs", async () => {
  await ask({ question: "hello" });
  await api.patch(`/virtual-assistants/${id}`, { instructions: "Second words." });
  const now = await ended(await start());
  expect(now.version).toBe(2);
  expect(JSON.stringify(model.requests.at(-1)!.messages)).toContain("Second words.");
  const before = await ended(await start({ version: 1, model: "openai-compatible:stand-in-small" }));
  expect(before).toMatchObject({ version: 1, model: "openai-compatible:stand-in-small", passed_count: 1 });
  expect(model.requests.at(-1)!.model).toBe("stand-in-small");
  expect(JSON.stringify(model.requests.at(-1)!.messages)).toContain("First words.");
  expect((await api.post(`${path}/runs`, { version: 99 })).status).toBe(404);
  expect((await api.get(`${path}/runs?page_size=2`)).body.map((run: { id: number }) => run.id)).toEqual([
    before.id,
    now.id,
  ]);
});

test("an assistant has one evaluation run at a time, which only editors can see, stop and delete", async () => {
  await ask({ question: "[[fake tokens=3 delay=300]]" }, { question: "two" }, { question: "three" });
  const run = await start();
  expect((await api.post(`${path}/runs`, {})).status).toBe(409);
  expect((await api.post(`${path}/runs/${run.id}/stop`)).body.status).toBe("stopped");
  const again = await ended(await start());
  expect(again.answered_count).toBe(3);
  expect((await api.get(`${path}/runs/${run.id}`)).body).toMatchObject({ status: "stopped" });
  for (const at of [`${path}/runs`, `${path}/questions`, `${path}/runs/${run.id}`])
    expect((await max.api.get(at)).status).toBe(403);
  expect((await api.del(`${path}/runs/${run.id}`)).status).toBe(200);
  expect((await api.get(`${path}/runs/${run.id}`)).status).toBe(404);
  const other = (await api.post("/virtual-assistants", { name: "Other" })).body;
  expect((await api.get(`/virtual-assistants/${other.id}/evaluation/runs/${again.id}`)).status).toBe(404);
});
