import type { AddressInfo } from "node:net";
import { handle } from "@/app/api/v1/node";
import * as instance from "@/app/instance";
import { provideServices } from "@/app/services";
import { createFront } from "@/lib/api/node-handler";
import { findSetupLink } from "@/lib/identity/auth/setup-link";
import { config } from "@/lib/platform/config";
import { start, stop } from "@/scripts/lifecycle";
import { setupTokens } from "./client";
import { setupTokenIn } from "./process";
import { forgetConfig } from "./renewal";

provideServices(instance);

/** Serves the API on a port in this process, like `npm start` but without pages. */
export async function startServer(): Promise<{ url: string; close: () => Promise<void> }> {
  forgetConfig();
  await start();
  const server = createFront((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  // Requests through a proxy are remote, so the setup needs a token.
  if (config().TRUST_PROXY > 0) setupTokens.set(url, async () => setupTokenIn((await findSetupLink()) ?? ""));
  return {
    url,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await stop();
    },
  };
}
