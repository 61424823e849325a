import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** Google's consent page and Firebase's REST sign-in; `tokenFor` creates the ID token. */
export async function startGoogleServer(tokenFor: () => Promise<string>) {
  const sessions = new Set<string>();
  const ended: string[] = [];
  let refuses = false;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://google.test");
    const json = (status: number, body: object) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (url.pathname === "/consent") {
      const back = `${url.searchParams.get("continue")}?state=s&code=agreed`;
      response.writeHead(200, { "content-type": "text/html" });
      response.end(
        `<!doctype html><title>Google</title><a href="${back.replaceAll("&", "&amp;")}">Agree</a>`,
      );
    } else if (request.headers["x-goog-api-key"] !== "web-key") {
      json(403, { error: { message: "API_KEY_INVALID" } });
    } else if (url.pathname === "/v1/accounts:createAuthUri") {
      const { continueUri, providerId } = await getBody(request);
      if (providerId !== "google.com") return json(400, {});
      const sessionId = `session-${sessions.size + 1}`;
      sessions.add(sessionId);
      json(200, {
        sessionId,
        authUri: `${origin()}/consent?continue=${encodeURIComponent(String(continueUri))}`,
      });
    } else {
      const { requestUri, sessionId } = await getBody(request);
      const fits = sessions.delete(String(sessionId)) && String(requestUri).includes("code=agreed");
      if (!fits || refuses) return json(400, { error: { message: "INVALID_IDP_RESPONSE" } });
      ended.push(String(requestUri));
      json(200, { idToken: await tokenFor() });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin(),
    /** Redirect addresses of completed sign-ins. */
    ended,
    setRefusing: (value: boolean) => {
      refuses = value;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function getBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const piece of request) text += piece;
  return JSON.parse(text) as Record<string, unknown>;
}
