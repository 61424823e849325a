import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { auth, type OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { client } from "@/test/client";
import { expect, expectAccessible, expectToFitPhone, test } from "@/test/page-checks";

test("a user grants access to a connected app, and revokes it", async ({
  signedIn: page,
  product,
  someone,
}) => {
  // Connected app on the person's machine with a loopback redirect URI.
  const seen: URL[] = [];
  const program = createServer((request, response) => {
    const url = new URL(request.url!, "http://127.0.0.1");
    if (url.pathname === "/callback") seen.push(url);
    response.writeHead(200, { "content-type": "text/html" }).end("<h1>Back in the program</h1>");
  });
  await new Promise<void>((resolve) => program.listen(0, "127.0.0.1", resolve));
  const redirectUrl = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`;
  const kept: {
    information?: OAuthClientInformationMixed;
    tokens?: OAuthTokens;
    verifier: string;
    consent: string;
  } = {
    verifier: "",
    consent: "",
  };
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: "Code Editor", redirect_uris: [redirectUrl] },
    state: () => "of the program",
    clientInformation: () => kept.information,
    saveClientInformation: (information) => {
      kept.information = information;
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier,
    redirectToAuthorization: ({ href }) => {
      kept.consent = href;
    },
  };
  const serverUrl = `${product.url}/api/v1/mcp`;
  await auth(provider, { serverUrl });
  const { consent } = kept;

  // The consent page must not be framed, and an invalid redirect URI must not be followed.
  expect((await page.request.get(consent)).headers()["content-security-policy"]).toContain(
    "frame-ancestors 'none'",
  );
  await page.goto(consent.replace(encodeURIComponent(redirectUrl), encodeURIComponent("https://evil.test/")));
  await expect(page.getByRole("heading", { name: "This app can't be connected" })).toBeVisible();

  await page.goto(consent);
  await expect(page.getByRole("heading", { name: "Connect Code Editor to Parley?" })).toBeVisible();
  await expect(page.getByText(`You're signed in as ${someone.email}.`)).toBeVisible();
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { name: "Back in the program" })).toBeVisible();
  expect(seen.at(-1)!.searchParams.get("error")).toBe("access_denied");

  await page.goto(consent);
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByRole("heading", { name: "Back in the program" })).toBeVisible();
  const { searchParams } = seen.at(-1)!;
  expect(searchParams.get("state")).toBe("of the program");
  await auth(provider, { serverUrl, authorizationCode: searchParams.get("code")! });
  const opens = async () => {
    const asked = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    return (await client(product.url, `Bearer ${kept.tokens!.access_token}`).post("/mcp", asked)).status;
  };
  expect(await opens()).toBe(200);

  await page.goto("/settings/programs");
  await expect(page.getByText("Code Editor")).toBeVisible();
  await expect(page.getByLabel("Address for MCP clients")).toHaveValue(serverUrl);
  await expectAccessible(page);
  await expectToFitPhone(page);
  await page.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByText("No apps yet.")).toBeVisible();
  expect(await opens()).toBe(401);
  program.close();
});
