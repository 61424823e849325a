import { describe, expect, it } from "vitest";
import type { ModelMessage, ModelRequest } from "../types";
import { requestBody } from "./request";

const { signal } = new AbortController();
const asked = (messages: ModelMessage[], more: Partial<ModelRequest> = {}): ModelRequest => ({
  instructions: "",
  messages,
  signal,
  ...more,
});
const hi: ModelMessage = { role: "user", text: "hi" };
const png = new Uint8Array([0, 137, 80, 78, 71]).subarray(1);
const tools = [
  {
    name: "add",
    description: "Adds.",
    parameters: { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
  },
];
const offered = tools.map((tool) => ({ type: "function", function: tool }));
const call = { id: "call_1", name: "add", input: '{ "a": 1 }' };

/** Expects the bodies that @ai-sdk/openai-compatible 3.0.92 sent for the same requests. */
const cases: [string, ModelRequest, object][] = [
  [
    "instructions and a conversation",
    asked([hi, { role: "assistant", text: "Hello." }, { role: "user", text: "größer 🙂\n" }], {
      instructions: "Be kind.",
    }),
    {
      messages: [
        { role: "system", content: "Be kind." },
        { role: "user", content: "hi" },
        { role: "assistant", content: "Hello." },
        { role: "user", content: "größer 🙂\n" },
      ],
    },
  ],
  [
    "every setting",
    asked([hi], {
      sampling: {
        temperature: 0,
        topP: 0.9,
        maxOutputTokens: 20,
        stopSequences: ["END"],
        presencePenalty: 0.5,
        frequencyPenalty: -0.5,
        seed: 7,
      },
    }),
    {
      max_tokens: 20,
      temperature: 0,
      top_p: 0.9,
      frequency_penalty: -0.5,
      presence_penalty: 0.5,
      stop: ["END"],
      seed: 7,
      messages: [{ role: "user", content: "hi" }],
    },
  ],
  [
    "pictures below their captions",
    asked([
      {
        role: "user",
        text: "look",
        images: [
          { mediaType: "image/png", data: png, caption: "a.png" },
          { mediaType: "image/jpeg", data: png },
        ],
      },
    ]),
    {
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "a.png" },
            { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw==" } },
            { type: "image_url", image_url: { url: "data:image/jpeg;base64,iVBORw==" } },
            { type: "text", text: "look" },
          ],
        },
      ],
    },
  ],
  [
    "a picture alone",
    asked([{ role: "user", text: "", images: [{ mediaType: "image/png", data: png }] }]),
    {
      messages: [
        {
          role: "user",
          content: [{ type: "image_url", image_url: { url: "data:image/png;base64,iVBORw==" } }],
        },
      ],
    },
  ],
  [
    "a video",
    asked([{ role: "user", text: "watch", video: { mediaType: "video/mp4", data: png } }]),
    {
      messages: [
        {
          role: "user",
          content: [
            { type: "video_url", video_url: { url: "data:video/mp4;base64,iVBORw==" } },
            { type: "text", text: "watch" },
          ],
        },
      ],
    },
  ],
  [
    "nothing said",
    asked([
      { role: "user", text: "" },
      { role: "assistant", text: "" },
    ]),
    {
      messages: [{ role: "user", content: [] }],
    },
  ],
  [
    "tools",
    asked([hi], { tools }),
    { messages: [{ role: "user", content: "hi" }], tools: offered, tool_choice: "auto" },
  ],
  [
    "tools in the last round",
    asked([hi], { tools, isLastRound: true }),
    { messages: [{ role: "user", content: "hi" }], tools: offered, tool_choice: "none" },
  ],
  [
    "no tools in the last round",
    asked([hi], { tools: [], isLastRound: true }),
    { messages: [{ role: "user", content: "hi" }] },
  ],
  [
    "calls and their results",
    asked(
      [
        hi,
        { role: "assistant", text: "", calls: [call, { id: "call_2", name: "add", input: "nonsense" }] },
        {
          role: "tool",
          results: [
            { call, text: "it is 1", isError: false },
            { call: { ...call, id: "call_2" }, text: "no JSON", isError: true },
          ],
        },
      ],
      { tools },
    ),
    {
      messages: [
        { role: "user", content: "hi" },
        {
          role: "assistant",
          content: null,
          tool_calls: [
            { id: "call_1", type: "function", function: { name: "add", arguments: '{"a":1}' } },
            { id: "call_2", type: "function", function: { name: "add", arguments: "{}" } },
          ],
        },
        { role: "tool", tool_call_id: "call_1", content: "it is 1" },
        { role: "tool", tool_call_id: "call_2", content: "no JSON" },
      ],
      tools: offered,
      tool_choice: "auto",
    },
  ],
  [
    "text beside a call",
    asked([hi, { role: "assistant", text: "One moment.", calls: [{ ...call, input: "" }] }]),
    {
      messages: [
        { role: "user", content: "hi" },
        {
          role: "assistant",
          content: "One moment.",
          tool_calls: [{ id: "call_1", type: "function", function: { name: "add", arguments: "{}" } }],
        },
      ],
    },
  ],
  [
    "a signed call",
    asked([
      hi,
      {
        role: "assistant",
        text: "",
        calls: [{ ...call, opaque: { google: { thoughtSignature: "signed" } } }],
      },
    ]),
    {
      messages: [
        { role: "user", content: "hi" },
        {
          role: "assistant",
          content: null,
          tool_calls: [
            {
              id: "call_1",
              type: "function",
              function: { name: "add", arguments: '{"a":1}' },
              extra_content: { google: { thought_signature: "signed" } },
            },
          ],
        },
      ],
    },
  ],
  [
    "consecutive turns of one role as one, with their pictures",
    {
      ...asked([
        hi,
        { role: "user", text: "look", images: [{ mediaType: "image/png", data: png }] },
        { role: "assistant", text: "I" },
        { role: "assistant", text: "see.", calls: [call] },
        { role: "tool", results: [{ call, text: "2", isError: false }] },
        { role: "assistant", text: "" },
        { role: "user", text: "and?" },
        { role: "user", text: "well?" },
      ]),
      joinsTurns: true,
    },
    {
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "hi" },
            { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw==" } },
            { type: "text", text: "look" },
          ],
        },
        {
          role: "assistant",
          content: "I\n\nsee.",
          tool_calls: [{ id: "call_1", type: "function", function: { name: "add", arguments: '{"a":1}' } }],
        },
        { role: "tool", tool_call_id: "call_1", content: "2" },
        { role: "user", content: "and?\n\nwell?" },
      ],
    },
  ],
];

const always = { model: "m", stream: true, stream_options: { include_usage: true } };

describe("a request", () => {
  it.each(cases)("has %s", (_, request, expected) => {
    expect(JSON.parse(requestBody("m", request))).toEqual({ ...always, ...expected });
  });

  it("includes the parameters of a single provider", () => {
    const expected = { ...always, store: false, messages: [{ role: "user", content: "hi" }] };
    expect(JSON.parse(requestBody("m", asked([hi]), { store: false }))).toEqual(expected);
  });

  it("rejects a video that another provider stores", () => {
    const video = { mediaType: "video/mp4", data: { google: "files/1" } };
    expect(() => requestBody("m", asked([{ role: "user", text: "watch", video }]))).toThrow(
      "Another provider",
    );
  });
});
