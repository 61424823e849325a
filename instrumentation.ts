/** Next calls this once per server process: in development and on Vercel it is the start that `server.ts` is elsewhere. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { start } = await import("./start");
  await start();
}
