// npm start: installs and builds what is missing or stale, then serves, in this very process.
import { ensureBuilt } from "./build.mjs";
import { prepare } from "./prepare.mjs";

await prepare();
await ensureBuilt();
process.env.NODE_ENV = "production";
process.setSourceMapsEnabled(true);
await import("../build/server.mjs");
