import type { ModelImage, ModelMessage } from "@/lib/llm/models/service";
import type { FieldPath } from "./conversation-builder";
import type { Pictures } from "./pictures";

export type TurnPart = { text: string } | { url: string; at: FieldPath };

type UserTurn = Extract<ModelMessage, { role: "user" }>;

/** Converts the parts of a user message. The text before an image becomes its caption, which preserves their order. */
export async function toUserTurn(parts: TurnPart[], pictures: Pictures): Promise<UserTurn> {
  const images: ModelImage[] = [];
  let texts: string[] = [];
  for (const part of parts) {
    if ("text" in part) texts.push(part.text);
    else {
      const image = await pictures.get(part.url, part.at);
      images.push({ ...image, ...(texts.length > 0 && { caption: texts.join("\n") }) });
      texts = [];
    }
  }
  return { role: "user", text: texts.join("\n"), ...(images.length > 0 && { images }) };
}

export async function toToolAnswer(parts: TurnPart[], pictures: Pictures) {
  const images: ModelImage[] = [];
  const texts: string[] = [];
  for (const part of parts) {
    if ("text" in part) texts.push(part.text);
    else images.push(await pictures.get(part.url, part.at));
  }
  return { text: texts.join("\n\n"), images };
}
