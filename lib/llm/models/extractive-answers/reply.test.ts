import { describe, expect, it } from "vitest";
import { processorTime } from "@/test/processor-time";
import { chooseModel, streamReply } from "../language";
import type { ModelEvent, ModelMessage, ModelSettings } from "../types";

const settings: ModelSettings = {
  OLLAMA_BASE_URL: "http://127.0.0.1:9",
  DEFAULT_MODEL: "builtin",
  MODEL_FIRST_TOKEN_SECONDS: 20,
  MODEL_STALL_SECONDS: 20,
};

const LEASE = `<document name="lease_2026.pdf" id="7">
# Lease

The monthly rent is 1,450 euros and is due on the third working day of each month. The tenant may keep one dog or two cats.

Either party can end the contract with three months' notice, in writing. The landlord pays for repairs of the heating. Small repairs up to 100 euros are paid by the tenant.
</document>`;

async function ask(question: string, instructions = "", earlier: ModelMessage[] = []) {
  const choice = await chooseModel(null, [], settings);
  const messages = [...earlier, { role: "user" as const, text: question }];
  const events: ModelEvent[] = [];
  const request = { instructions, messages, signal: new AbortController().signal };
  await streamReply(choice, [], request, settings, (event) => void events.push(event));
  const text = events.map((event) => (event.type === "text" ? event.text : "")).join("");
  return { text, events };
}

describe("the document finder", () => {
  it("quotes the answering sentence with its source", async () => {
    const { text, events } = await ask(`${LEASE}\n\nHow much is the rent per month?`);
    expect(text).toMatch(/^No language model is connected/);
    expect(text).toContain("**Answer**");
    expect(text).toMatch(
      /\*\*.*The monthly rent is 1,450 euros and is due on the third working day of each month\.\*\*/,
    );
    expect(text, "with what stands around it").toContain("** The tenant may keep one dog or two cats.");
    expect(text, "once").not.toMatch(/1,450.*1,450/s);
    expect(text).toContain("*lease\\_2026.pdf*");
    expect(text).not.toContain("Settings → Models");
    expect(events.length).toBeGreaterThan(5);
    expect(events.at(-1)).toEqual({
      type: "finish",
      responseId: null,
      model: "builtin",
      usage: { input_tokens: null, output_tokens: null },
    });
  });

  it("understands synonyms of the text's words", async () => {
    const { text } = await ask(`${LEASE}\n\nAre pets allowed?`);
    expect(text).toContain("one dog or two cats");
  });

  it("presents merely related passages as no answer", async () => {
    for (const question of ["What does a garage cost per month?", "How many rooms does the tenant have?"]) {
      const { text } = await ask(`${LEASE}\n\n${question}`);
      expect(text).not.toContain("**Answer**");
      expect(text).toMatch(/found no passage that (clearly )?answers this/);
    }
  });

  it("searches text that was pasted with the question", async () => {
    const text = LEASE.replace(/<[^>]*>/g, "");
    expect((await ask(`${text}\n\nWho pays for heating repairs?`)).text).toContain(
      "**The landlord pays for repairs of the heating.**",
    );
    expect((await ask(`Please summarise:\n\n${text}`)).text).toContain("> Either party can end the contract");
  });

  it("accepts a message of 100,000 characters", async () => {
    const taken = await processorTime(async () => {
      expect((await ask(`${"Rent, rent and rent again! ".repeat(3700)}?`)).text).toContain(
        "No language model",
      );
    });
    expect(taken).toBeLessThan(10_000);
  });

  it("reports when it finds nothing, and how to get more", async () => {
    const { text } = await ask(`${LEASE}\n\nWho won the football world cup in 1990?`);
    expect(text).toContain("found no passage");
    expect(text).toContain("Settings → Models");
    expect(text).not.toContain("\n>");
  });

  it("searches earlier messages, memo and canvas, and never quotes instructions", async () => {
    const instructions =
      "You are Tessa. The secret rent is 9 euros.\n\n<memo>\nThe rent of the office is paid by Olga.\n</memo>";
    const earlier: ModelMessage[] = [
      { role: "user", text: "The wifi password in the office is bluebird-42." },
      { role: "assistant", text: "Noted: the wifi password is wrong-1." },
    ];
    const wifi = await ask("What is the wifi password?", instructions, earlier);
    expect(wifi.text).toContain("bluebird-42");
    expect(wifi.text).not.toContain("wrong-1");
    const rent = await ask("Who pays the rent of the office?", instructions, earlier);
    expect(rent.text).toContain("Olga");
    expect(rent.text).not.toContain("secret");
  });

  it("does not answer a question with the same question", async () => {
    const { text } = await ask("When is the party?", "", [{ role: "user", text: "When is the party?" }]);
    expect(text).toContain("nothing to search yet");
  });

  it.each([
    ["Hello!", "Hello! No language model is connected yet"],
    ["hi there", "Hello! No language model is connected yet"],
    ["What can you do?", "Hello! No language model is connected yet"],
    ["Guten Morgen", "Hallo! Es ist noch kein Sprachmodell verbunden"],
    ["你好", "你好！还没有连接语言模型"],
  ])("returns the greeting %s", async (greeting, expected) => {
    const { text } = await ask(greeting);
    expect(text).toContain(expected);
    expect(text).toContain("OPENAI_API_KEY");
  });

  it("replies in the language of the question, whatever that of the text", async () => {
    const { text } = await ask(`${LEASE}\n\nWas kostet eine Garage?`);
    expect(text).toMatch(/^Es ist kein Sprachmodell verbunden/);
  });

  it("summarizes with sentences of the text and labels the summary as extractive", async () => {
    const { text } = await ask(`${LEASE}\n\nPlease summarise this`);
    expect(text).toContain("extractive summary");
    expect(text).toContain("> Either party can end the contract");
  });

  it("ranks by characters where the embedding model lacks the language", async () => {
    const memo = "<memo>\n会议定于下周三下午三点在上海办公室举行。预算为五万元，由财务部批准。\n</memo>";
    const { text } = await ask("预算是多少？由谁批准？", memo);
    expect(text).toContain("**预算为五万元，由财务部批准。**");
    expect(text).toMatch(/^\*\*最接近的/m);
  });

  it("stops when it is aborted", async () => {
    const choice = await chooseModel(null, [], settings);
    const stopping = new AbortController();
    const long = `<document name="long">${"The river rises in the mountains. ".repeat(3000)}</document> Where does it rise?`;
    const request = {
      instructions: "",
      messages: [{ role: "user" as const, text: long }],
      signal: stopping.signal,
    };
    setTimeout(() => stopping.abort("stopped"), 50);
    await expect(streamReply(choice, [], request, settings, () => undefined)).rejects.toBe("stopped");
  });
});
