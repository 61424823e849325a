import { lt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { chatEvents } from "@/db/schema/events";
import type { Note } from "./kinds";

export const insertEvents = (notes: Note[]) =>
  db()
    .insert(chatEvents)
    .values(notes.map(({ chatId, userId, kind, data }) => ({ chatId, userId, kind, data })));

export const deleteOldEvents = () =>
  db().delete(chatEvents).where(lt(chatEvents.createdAt, sql`now() - interval '24 hours'`));
