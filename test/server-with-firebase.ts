import { afterAll } from "vitest";
import { startFirebaseKeys } from "./fakes/firebase-keys";
import { startServer } from "./server";

/** Starts the API with a fake Firebase project. Both stop after the test file. */
export async function startServerWithFirebase() {
  const firebase = await startFirebaseKeys();
  Object.assign(process.env, { FIREBASE_PROJECT_ID: firebase.project, FIREBASE_KEYS_URL: firebase.url });
  const server = await startServer();
  afterAll(async () => {
    await server.close();
    await firebase.close();
  });
  return { firebase, server };
}
