import { z } from "zod";
import { accounts } from "./sections/accounts";
import { limits, publicChats } from "./sections/limits";
import { mail } from "./sections/mail";
import { models } from "./sections/models";
import { operations } from "./sections/operations";
import { quotas } from "./sections/quotas";
import { server } from "./sections/server";
import { storage } from "./sections/storage";

/** `npm run docs` writes docs/configuration.md and .env.example from these sections, in this order. */
export const sections = [server, storage, quotas, accounts, models, mail, publicChats, limits, operations];

export const settings = z.object({
  ...server.shape,
  ...storage.shape,
  ...quotas.shape,
  ...accounts.shape,
  ...models.shape,
  ...mail.shape,
  ...publicChats.shape,
  ...limits.shape,
  ...operations.shape,
});
