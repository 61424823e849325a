"use client";

import type { Chat } from "@/components/data/chats";
import type { Message } from "@/components/data/thread";
import { Markdown } from "@/components/markdown/markdown";
import { Button } from "@/components/ui/button";
import { fullTime } from "@/components/workspace/time";

type Printed = {
  chat: Pick<Chat, "uuid" | "name" | "goal">;
  messages: (Message & { author: string })[];
  /** There are no more than these, of which there are at most so many. */
  isWhole: boolean;
  most: number;
  timeZone?: string;
};

/** A chat as a document on white paper: who said what and when, whole, with the names of its files. */
export function PrintedChat({ chat, messages, isWhole, most, timeZone = "UTC" }: Printed) {
  return (
    <div className="printed mx-auto max-w-3xl bg-page px-6 py-8 text-ink">
      <nav aria-label="This document" className="mb-6 flex items-center justify-between gap-3 print:hidden">
        <a href={`/chats/${chat.uuid}`} className="text-sm text-accent underline underline-offset-2">
          Back to the chat
        </a>
        <Button variant="primary" onClick={() => window.print()}>
          Print or save as PDF
        </Button>
      </nav>
      <main>
        <h1 className="font-display text-3xl font-semibold wrap-anywhere">{chat.name}</h1>
        {chat.goal && <p className="mt-2 text-muted wrap-anywhere">{chat.goal}</p>}
        {!isWhole && (
          <p className="mt-2 text-sm text-muted">
            These are the newest {most.toLocaleString("en")} messages. Export the chat as Markdown to have all
            of them.
          </p>
        )}
        {messages.length === 0 && <p className="mt-6 text-muted">Nothing was said here yet.</p>}
        {messages.map((message) => (
          <article key={message.id} aria-label={`Message of ${message.author}`} className="mt-6">
            <h2 className="flex flex-wrap items-baseline gap-x-3 border-b pb-1 text-sm font-semibold">
              {message.author}
              <time dateTime={message.created_at} className="font-normal text-muted">
                {fullTime(message.created_at, timeZone)}
                {message.edited && ", edited"}
              </time>
            </h2>
            <div className="mt-2">
              <Markdown text={message.message} />
            </div>
            {(message.message_attachments ?? []).length > 0 && (
              <ul className="mt-2 list-disc pl-5 text-sm text-muted">
                {message.message_attachments!.map((file) => (
                  <li key={file.document_id}>{file.file_name}</li>
                ))}
              </ul>
            )}
          </article>
        ))}
      </main>
    </div>
  );
}
