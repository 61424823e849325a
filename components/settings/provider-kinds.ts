import type { z } from "zod";
import type { ModelConnection, Provider } from "@/lib/ai/providers/contract";

export type Connection = z.output<typeof ModelConnection>;

/** How each kind of provider is connected: what it is called, and what it needs to know. */
export type ProviderKind = {
  provider: z.output<typeof Provider>;
  label: string;
  about: string;
  key: "needed" | "optional" | "none";
  address: "needed" | "optional" | "none";
  keyHint?: string;
  addressHint?: string;
  modelHint: string;
};

export const providerKinds: ProviderKind[] = [
  {
    provider: "openai",
    label: "OpenAI",
    about: "GPT models, with a key of platform.openai.com.",
    key: "needed",
    address: "none",
    keyHint: "sk-…",
    modelHint: "Empty: the provider's usual model.",
  },
  {
    provider: "anthropic",
    label: "Anthropic",
    about: "Claude models, with a key of console.anthropic.com.",
    key: "needed",
    address: "none",
    keyHint: "sk-ant-…",
    modelHint: "Empty: the provider's usual model.",
  },
  {
    provider: "google",
    label: "Google",
    about: "Gemini models, with a key of aistudio.google.com.",
    key: "needed",
    address: "none",
    modelHint: "Empty: the provider's usual model.",
  },
  {
    provider: "openai-compatible",
    label: "OpenAI-compatible server",
    about: "LM Studio, llama-server, vLLM, or any server that speaks OpenAI's protocol.",
    key: "optional",
    address: "needed",
    addressHint: "Ends in /v1 as a rule.",
    modelHint: "Empty: the first model that the server offers.",
  },
  {
    provider: "ollama",
    label: "Ollama",
    about: "Models on your own computers. At its usual address it is found by itself.",
    key: "none",
    address: "optional",
    addressHint: "Only when it runs elsewhere than on this computer.",
    modelHint: "Empty: the first model that is installed.",
  },
];

/** Addresses that local servers have when nobody changes them. */
export const presets: Partial<Record<ProviderKind["provider"], { label: string; address: string }[]>> = {
  "openai-compatible": [
    { label: "LM Studio", address: "http://localhost:1234/v1" },
    { label: "llama-server", address: "http://localhost:8080/v1" },
    { label: "vLLM", address: "http://localhost:8000/v1" },
  ],
  ollama: [{ label: "Usual address", address: "http://localhost:11434" }],
};
