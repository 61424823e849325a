import type { z } from "zod";
import {
  ConversationBuilder,
  type FieldPath,
  Pictures,
  type TurnPart,
  toToolAnswer,
  toUserTurn,
} from "@/lib/channels/compat/service";
import type { MessageRequest } from "./contract";

type MessageInput = z.output<typeof MessageRequest>;
type WireMessage = MessageInput["messages"][number];
type RoleContent<Role> = Extract<WireMessage, { role: Role }>["content"];
type Block<Role> = Exclude<NonNullable<RoleContent<Role>>, string>[number];
type ImageSource = Extract<Block<"user">, { type: "image" }>["source"];

/**
 * Converts messages to turns and instructions.
 * @throws InvalidInput for an invalid conversation or an unavailable image
 */
export async function parseConversation({ system, messages }: MessageInput, signal: AbortSignal) {
  const instructions = [joinText(system ?? "")];
  const turns = new ConversationBuilder();
  const pictures = new Pictures(signal);
  for (const [position, message] of messages.entries()) {
    const at = ["body", "messages", position];
    if (message.role === "assistant") addAssistant(turns, message.content, at);
    else if (message.role === "user") await addUser(turns, pictures, message.content, at);
    else instructions.push(joinText(message.content ?? ""));
  }
  return {
    instructions: instructions.filter((text) => text !== "").join("\n\n"),
    messages: turns.end(["body", "messages"]),
  };
}

function addAssistant(turns: ConversationBuilder, content: RoleContent<"assistant">, at: FieldPath): void {
  const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  turns.assistant(
    joinText(blocks.map((block) => (block.type === "compaction" ? toSummary(block) : block))),
    at,
  );
  for (const [nth, block] of blocks.entries()) {
    if (block.type !== "tool_use") continue;
    const { id, name, input } = block;
    turns.call({ id, name, input: JSON.stringify(input) }, [...at, "content", nth, "id"]);
  }
}

async function addUser(
  turns: ConversationBuilder,
  pictures: Pictures,
  content: RoleContent<"user">,
  at: FieldPath,
): Promise<void> {
  if (typeof content === "string") return turns.user({ role: "user", text: content }, at);
  const parts: TurnPart[] = [];
  for (const [nth, block] of content.entries()) {
    const place = [...at, "content", nth];
    if (block.type === "tool_result") {
      const inside = typeof block.content === "string" ? [block.content] : (block.content ?? []);
      const answered = inside.flatMap((each, nth) => toParts(each, [...place, "content", nth]));
      const answer = await toToolAnswer(answered, pictures);
      turns.result(block.tool_use_id, { ...answer, isError: block.is_error ?? false }, [
        ...place,
        "tool_use_id",
      ]);
    } else parts.push(...toParts(block, place));
  }
  if (parts.length > 0) turns.user(await toUserTurn(parts, pictures), at);
}

type Answered = Exclude<Extract<Block<"user">, { type: "tool_result" }>["content"], string | undefined>;
type Readable = string | Exclude<Block<"user">, { type: "tool_result" }> | Answered[number];

function toParts(block: Readable, at: FieldPath): TurnPart[] {
  if (typeof block === "string") return [{ text: block }];
  switch (block.type) {
    case "text":
      return [{ text: block.text }];
    case "image":
      return [{ url: toUrl(block.source), at: [...at, "source"] }];
    case "document": {
      const { source, title, context } = block;
      const text =
        source.type === "content" ? joinText(source.content) : source.type === "text" ? source.data : UNREAD;
      return [{ text: [title, context, text].filter(Boolean).join("\n\n") }];
    }
    case "search_result":
      return [{ text: `${block.title} (${block.source})\n\n${joinText(block.content)}` }];
    case "tool_reference":
      return [{ text: `[The tool ${block.tool_name} can be used now.]` }];
    case "compaction":
      return [{ text: toSummary(block).text }];
    case "other":
      // Unknown blocks in tool results must be accepted: every later request repeats them, so an error would end the
      // conversation.
      return [{ text: `[Something of the type ${block.of}, which cannot be read here.]` }];
  }
}

const UNREAD = "[A document that cannot be read here, since it is no text.]";

export const hasUnreadDocument = ({ messages }: Pick<MessageInput, "messages">): boolean =>
  messages.some(
    ({ role, content }) =>
      role === "user" &&
      typeof content !== "string" &&
      content.some((block) =>
        block.type === "tool_result" && Array.isArray(block.content)
          ? block.content.some(isUnread)
          : isUnread(block),
      ),
  );

const isUnread = (block: { type: string; source?: unknown }): boolean =>
  block.type === "document" && (block.source as { type: string }).type === "other";

const toSummary = ({ content }: { content?: string | null }) => ({
  type: "text" as const,
  text: content ?? "",
});

const joinText = (content: string | { type: string; text?: string }[]): string =>
  typeof content === "string"
    ? content
    : content.flatMap(({ type, text }) => (type === "text" && text ? [text] : [])).join("\n\n");

const toUrl = (source: ImageSource) =>
  source.type === "url" ? source.url : `data:${source.media_type};base64,${source.data}`;
