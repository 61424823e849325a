import { generatePassword } from "./recorder.mjs";

export async function recordInstallation({ record }, { group, chats, assistants }) {
  await recordModels(record);
  await recordMcpServers(record, assistants);
  await recordPrograms(record);
  await recordModelApis(record);
  await recordWebhooks(record);
  await recordUsage(record, chats);
  await recordOperation(record);
  await recordAccounts(record, group);
}

async function recordModels(record) {
  await record("listModels");
  await record("getSemanticSearch");
  const connection = { path: { connection: "groq" } };
  const groq = { provider: "openai-compatible", name: "Groq", base_url: "https://models.example.com/v1" };
  const settings = { model: "groq:llama-4", name: "House model", description: "For most questions." };
  await record("setConnection", { ...connection, json: { ...groq, api_key: null, models: ["llama-4"] } });
  await record("testConnection", { ...connection, json: groq });
  await record("setModelSettings", { json: settings });
  await record("setModelOrder", { json: { models: ["groq:llama-4"] } });
  await record("setDefaultModel", { json: { model: "groq:llama-4" } });
  await record("listModelSettings");
  await record("setDefaultModel", { json: { model: null } });
  await record("importModels", { json: await record("exportModels") });
  await record("setModelSight", { json: { model: "openai-compatible:qwen3-vl", sees_pictures: true } });
  await record("listConnections");
  await record("removeConnection", connection);

  await record("getPictureModel");
  await record("setPictureModel", { json: { model: null } });
  const engine = { engine: "searxng", base_url: "https://search.example.com" };
  await record("setWebAccess", { json: { read_pages: true, search: true, ...engine } });
  await record("getWebAccess");
  await record("testWebSearch", { json: engine });
}

async function recordMcpServers(record, assistants) {
  const server = await record("createMcpServer", {
    json: { name: "Inventory", url: "https://inventory.example.com/mcp" },
  });
  const ofServer = { path: { id: server.id } };
  await record("listMcpServers");
  await record("getMcpServer", ofServer);
  await record("refreshMcpServer", ofServer);
  await record("updateMcpServer", { ...ofServer, json: { is_enabled: false } });
  const pair = { path: { id: assistants.guide, server_id: server.id } };
  await record("attachMcpServer", pair);
  await record("detachMcpServer", pair);
  await record("removeMcpServer", ofServer);
  await record("callMcp", {
    headers: { accept: "application/json, text/event-stream" },
    json: { jsonrpc: "2.0", id: 1, method: "tools/list" },
  });
  await record("listKnownMcpServers");
}

async function recordPrograms(record) {
  await record("getProtectedResource");
  await record("getAuthorizationServer");
  await record("registerOauthClient", {
    json: { client_name: "Code Editor", redirect_uris: ["http://127.0.0.1/callback"] },
  });
  await record("listConnectedPrograms");
}

async function recordModelApis(record) {
  const models = await record("listOpenAiModels");
  const [{ id: model }] = models.data;
  await record("getOpenAiModel", { path: { model } });
  await record("createChatCompletion", {
    json: { model, messages: [{ role: "user", content: "What is in stock?" }] },
  });
  const response = await record("createResponse", { json: { model, input: "What is in stock?" } });
  await record("countResponseTokens", { json: { model, input: "What is in stock?" } });
  await record("getResponse", { path: { response_id: response.id } });
  await record("listResponseInputItems", { path: { response_id: response.id } });
  await record("deleteResponse", { path: { response_id: response.id } });
  const embedder = models.data.at(-1).id;
  await record("createEmbedding", { json: { model: embedder, input: "The deposit is kept for 14 days." } });
  await record("listAnthropicModels");
  await record("getAnthropicModel", { path: { model } });
  await record("countAnthropicTokens", {
    json: { model, messages: [{ role: "user", content: "What is in stock?" }] },
  });
  await record("createAnthropicMessage", {
    json: { model, max_tokens: 200, messages: [{ role: "user", content: "What is in stock?" }] },
  });
}

async function recordWebhooks(record) {
  const webhook = await record("createWebhook", {
    json: { url: "https://hooks.example.com/parley", events: ["message.created"] },
  });
  const of = { path: { webhook_id: webhook.id } };
  await record("listWebhooks");
  await record("getWebhook", of);
  const delivery = await record("testWebhook", of);
  await record("listWebhookDeliveries", of);
  await record("replayWebhookDelivery", { path: { webhook_id: webhook.id, delivery_id: delivery.id } });
  await record("updateWebhook", { ...of, json: { is_enabled: false } });
  await record("renewWebhookSecret", of);
  await record("removeWebhook", of);
}

async function recordUsage(record, chats) {
  await record("getUsage", { query: { by: "day" } });
  await record("getUsage", { query: { chat_id: chats["Lisbon shop"].id } });
  await record("getUsageLimit");
  await record("getStorageUse");
  await record("listPrices");
  await record("setPrices", { json: { prices: [] } });
}

async function recordOperation(record) {
  await record("live", { as: null });
  await record("ready", { as: null });
  await record("reportPageError", { json: { id: "a1b2", name: "TypeError", stack: "", path: "/" } });
  await record("getMetrics", { as: null });
  await record("getInstallationStatus");
  await record("getInstallationSettings");
  await record("getEmbeddingModels");
  await record("chooseEmbeddingModel", { json: { chosen: "local:multilingual-e5-small" } });
  await record("updateInstallationSettings", { json: { monthly_tokens: 20_000_000 } });
}

async function recordAccounts(record, group) {
  const account = {
    email: `hugo-${Date.now()}@partner.example`,
    password: generatePassword(),
    full_name: "Hugo Reis",
  };
  await record("register", { as: null, json: { ...account, group_name: "Partner" } });
  const accounts = await record("listInstallationAccounts", { query: { page_size: 2 } });
  const hugo = accounts.find(({ email }) => email === account.email);
  if (hugo) {
    await record("suspendAccount", { path: { id: hugo.id } });
    await record("reactivateAccount", { path: { id: hugo.id } });
  }
  const groups = await record("listInstallationGroups", { query: { page_size: 2 } });
  const partner = groups.find(({ id }) => id !== group);
  if (partner) {
    await record("updateInstallationGroup", {
      path: { id: partner.id },
      json: { operator_monthly_tokens: 1_000_000 },
    });
    await record("suspendGroup", { path: { id: partner.id } });
    await record("reactivateGroup", { path: { id: partner.id } });
  }
}
