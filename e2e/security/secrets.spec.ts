import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listen } from "@/test/client";
import { outbox } from "@/test/outbox";
import { rawRequest } from "@/test/raw-request";
import { expect, PASSWORD, test } from "@/test/test";
import { createVisitor, publicChat } from "@/test/visitor";

/** Secrets of the operator, each with a unique word. */
const OF_INSTALLATION = Object.fromEntries(
  [
    "AUTH_SECRET",
    "CRON_SECRET",
    "METRICS_TOKEN",
    "INBOUND_EMAIL_SECRET",
    "INBOUND_EMAIL_MAILGUN_KEY",
    "OPENAI_API_KEY",
    "ANTHROPIC_API_KEY",
    "GOOGLE_GENERATIVE_AI_API_KEY",
    "RERANK_API_KEY",
  ].map((name) => [name, `secret-of-${name.toLowerCase()}-${"x".repeat(24)}`]),
);

test.use({ environment: { ...OF_INSTALLATION, LOG_LEVEL: "trace" } });

/** Scripts, styles and translations that browsers load. */
const forBrowsers = [join(".next", "static"), "public"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name)),
);

test("secrets are absent from the browser, streams, exports, the log and later responses", async ({
  signedIn: page,
  product,
  someone,
}) => {
  const { api } = someone;
  const ofPeople = { provider: "secret-of-a-provider-key", engine: "secret-of-a-search-engine-key" };
  const stream = await listen(api, "/users/me/events");
  const answers: string[] = [];
  const record = async <T extends { body: unknown }>(answering: Promise<T>) => {
    const answer = await answering;
    answers.push(JSON.stringify(answer.body));
    return answer;
  };
  await record(api.put("/models/connections/anthropic", { api_key: ofPeople.provider }));
  await record(api.put("/web", { search: true, engine: "brave", api_key: ofPeople.engine }));
  const chat = await publicChat(someone);
  // Each of these secrets is returned once.
  const once = [
    (await api.post("/users/me/api-tokens", { name: "Nightly" })).body.token,
    (await api.post("/webhooks", { url: "http://127.0.0.1:9/", events: ["reply.finished"] })).body.secret,
    (await api.post(`/chats/${chat.id}/identity-secret`)).body.secret,
  ] as string[];
  const visitor = await createVisitor(product.url, chat);
  await visitor.ask("Hello");
  await api.form("/auth/login/email", { email: someone.email });
  const bearer = api.authorization!.split(" ")[1]!;
  const { cookies } = await page.context().storageState();
  const session = cookies.find(({ name }) => name.endsWith("parley-session"))!.value;
  const secrets = [
    ...[...Object.values(OF_INSTALLATION), ...Object.values(ofPeople), ...once],
    ...[visitor.sid, bearer, session, someone.refreshToken, PASSWORD],
  ];
  expect(secrets.filter((secret) => typeof secret !== "string" || secret.length < 16)).toEqual([]);

  const loaded = new Map<string, Promise<string>>();
  page.on("response", (response) => {
    if (!response.headers()["content-type"]?.startsWith("text/event-stream"))
      loaded.set(
        response.url(),
        response.text().catch(() => ""),
      );
  });
  const [conversation] = (await api.get(`/chats?parent_chat_id=${chat.id}`)).body;
  for (const path of [
    `/chats/${conversation.uuid}`,
    `/chats/${chat.uuid}/publish`,
    "/settings/api-tokens",
    "/settings/webhooks",
    "/settings/tools",
    "/settings/models",
    "/settings/sessions",
    "/settings/audit-log",
    "/settings/installation",
    "/settings/status",
    `/public/chats/${chat.uuid}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole("main")).toBeVisible();
  }
  for (const path of [
    "/users/me",
    "/users/me/sessions",
    "/users/me/api-tokens",
    "/models/connections",
    "/web",
    "/webhooks",
    "/installation",
    "/openapi.json",
    `/chats/${chat.id}/export?format=json`,
    `/chats/${conversation.id}/export?format=json`,
    `/chats/${chat.id}/identity-secret`,
    `/chats/${chat.id}/visitors`,
  ])
    await record(api.get(path));
  const bodies = new Map(
    await Promise.all([...loaded].map(async ([url, body]) => [url, await body] as const)),
  );
  expect([...bodies].filter(([url, body]) => url.includes("/_next/static/") && body).length).toBeGreaterThan(
    20,
  );
  expect(stream.events.length).toBeGreaterThan(0);
  stream.close();
  expect(product.output()).toContain('"operation":"setConnection"');

  const leaksIn = (text: string) => secrets.filter((secret) => text.includes(secret));
  for (const [url, body] of bodies) expect([url, leaksIn(body)]).toEqual([url, []]);
  expect(answers.flatMap(leaksIn)).toEqual([]);
  expect(leaksIn(JSON.stringify(stream.events))).toEqual([]);
  expect(leaksIn(product.output())).toEqual([]);
});

test("loaded scripts contain no secret of the configuration and have no source maps", async ({ product }) => {
  expect(forBrowsers.length).toBeGreaterThan(100);
  expect(forBrowsers.filter((file) => file.endsWith(".map"))).toEqual([]);
  const names = [
    ...Object.keys(OF_INSTALLATION),
    "DATABASE_URL",
    "S3_SECRET_ACCESS_KEY",
    "INNGEST_SIGNING_KEY",
  ];
  const forbidden = new RegExp(`${names.join("|")}|sourceMappingURL|sourceURL=`);
  const scripts = forBrowsers.filter((file) => /\.(m?js|css|json)$/.test(file));
  expect(scripts.filter((file) => forbidden.test(readFileSync(file, "utf8")))).toEqual([]);
  const script = forBrowsers.find((file) => /\.next.*chunks.*\.js$/.test(file))!.replace(".next", "_next");
  for (const path of [script, "embed.js", "public-chat/page.js", "offline-worker.js"])
    expect([path, (await fetch(`${product.url}/${path}.map`)).status]).toEqual([path, 404]);
});

test("no address leads to a file of the installation, its repository or its users", async ({
  signedIn: page,
  product,
  someone,
}) => {
  await someone.api.as(undefined).form("/auth/login/email", { email: someone.email });
  await outbox(product.dataDir).next(someone.email);
  const [mail] = readdirSync(join(product.dataDir, "outbox"));
  const inData = readdirSync(product.dataDir).filter((name) => existsSync(join(product.dataDir, name)));
  expect(inData).toEqual(expect.arrayContaining(["database", "outbox"]));
  const files = [
    ...[
      ".env",
      ".env.local",
      ".env.production",
      ".env.example",
      ".git/config",
      ".git/HEAD",
      ".git/",
      ".gitignore",
    ],
    ...[
      "package.json",
      "package-lock.json",
      "next.config.ts",
      "compose.yaml",
      "Dockerfile",
      "server.js",
      "proxy.ts",
    ],
    ...[
      "build/server.mjs",
      "build/server.mjs.map",
      "lib/platform/config/index.ts",
      "node_modules/next/package.json",
    ],
    ...[
      ".next/BUILD_ID",
      ".next/server/app-paths-manifest.json",
      ".next/required-server-files.json",
      "BUILD_ID",
    ],
    ...["data/", ".data/", "outbox/", `outbox/${encodeURIComponent(mail!)}`],
    ...inData.flatMap((name) => [name, `${name}/`, `.data/${name}`, `data/${name}`]),
    ...["id_rsa", "backup.sql", "dump.sql", "wp-config.php", "phpinfo.php", "etc/passwd"],
  ];
  const written = [
    (file: string) => `/${file}`,
    (file: string) => `//${file}`,
    (file: string) => `/./x/../${file}`,
    (file: string) => `/%2e%2e/${file}`,
    (file: string) => `/..%2f${file}`,
    (file: string) => `/${file.replaceAll(".", "%2e")}`,
    (file: string) => `/_next/static/../../${file}`,
    (file: string) => `/_next/static/..%2f..%2f${file}`,
    (file: string) => `/_next/static/%2e%2e/%2e%2e/${file}`,
    (file: string) => `/public-chat/../../${file}`,
    (file: string) => `/docs/..%5c..%5c${file}`,
    (file: string) => `/api/v1/..%2f..%2f${file}`,
  ];
  const marks = [
    "repositoryformatversion",
    '"dependencies"',
    "DATABASE_URL=",
    "MIME-Version",
    "sourcesContent",
  ];
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const ask = (path: string, headers: Record<string, string>) =>
    rawRequest(product.url, { method: "GET", path, headers });
  expect((await ask("/", { cookie, accept: "text/html" })).status).toBe(200);
  const requests = files.flatMap((file) => [
    ...written.map((write) => ({ path: write(file), headers: { accept: "*/*" } })),
    ...written.slice(0, 3).map((write) => ({ path: write(file), headers: { accept: "text/html" } })),
    { path: `/${file}`, headers: { accept: "text/html", cookie } },
  ]);
  const odd: unknown[] = [];
  const askNext = async (): Promise<void> => {
    for (let next = requests.pop(); next; next = requests.pop()) {
      const { status, headers, body } = await ask(next.path, next.headers);
      // Accepts redirects to the sign-in page, and redirects that collapse leading slashes of the path.
      const leadsOn = /^(\/login\?next=|\/[^/])/.test(headers.location ?? "") && [307, 308].includes(status);
      const isNothing = status === 404 || status === 400 || leadsOn;
      const leak = marks.find((mark) => body.includes(mark));
      if (!isNothing || leak) odd.push([next.path, status, headers.location, leak]);
    }
  };
  await Promise.all(Array.from({ length: 8 }, askNext));
  expect(odd).toEqual([]);
  await page.goto("/.git/config");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});
