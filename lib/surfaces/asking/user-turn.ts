import type { ModelImage, ModelMessage } from "@/lib/ai/models/service";
import type { Pictures } from "./pictures";
import type { Place } from "./turns";

export type Part = { text: string } | { url: string; at: Place };

/** What a person says, in parts. A picture has the text before it as its caption, so that their order stays. */
export async function userTurn(parts: Part[], pictures: Pictures): Promise<ModelMessage> {
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
