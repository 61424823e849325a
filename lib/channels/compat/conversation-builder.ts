import type { ModelImage, ModelMessage, ToolCall } from "@/lib/llm/models/service";
import { invalid } from "@/lib/platform/errors";

export type FieldPath = (string | number)[];
type ToolResult = Extract<ModelMessage, { role: "tool" }>["results"][number];
type UserTurn = Extract<ModelMessage, { role: "user" }>;
type ToolAnswer = Omit<ToolResult, "call"> & { images?: ModelImage[] };

/**
 * Assembles turns from a client's messages and matches tool calls with results. Providers reject mismatches, each
 * with a different error.
 */
export class ConversationBuilder {
  readonly #messages: ModelMessage[] = [];
  readonly #open = new Map<string, ToolCall>();
  /** Images of previous results. They follow in a user message, since not every provider supports images in results. */
  #images: ModelImage[] = [];

  user(message: UserTurn, at: FieldPath): void {
    this.#requireAnswers(at);
    const images = [...this.#takeImages(), ...(message.images ?? [])];
    this.#messages.push(images.length > 0 ? { ...message, images } : message);
  }

  assistant(text: string, at: FieldPath): void {
    const last = this.#messages.at(-1);
    if (this.#open.size > 0 && last?.role === "assistant") {
      last.text = [last.text, text].filter(Boolean).join("\n\n");
      return;
    }
    this.#endResults(at);
    this.#messages.push({ role: "assistant", text });
  }

  /** @throws InvalidInput for a duplicate id */
  call(call: ToolCall, at: FieldPath): void {
    if (this.#open.has(call.id)) throw invalid(at, "Two tool calls have this id.");
    let last = this.#messages.at(-1);
    if (last?.role !== "assistant") {
      this.#endResults(at);
      last = { role: "assistant", text: "" };
      this.#messages.push(last);
    }
    last.calls = [...(last.calls ?? []), call];
    this.#open.set(call.id, call);
  }

  /** @throws InvalidInput without a matching call */
  result(id: string, { images = [], ...answer }: ToolAnswer, at: FieldPath): void {
    const call = this.#open.get(id);
    if (!call) throw invalid(at, "No tool call right before this has this id.");
    this.#open.delete(id);
    if (images.length > 0) answer.text = [answer.text, PICTURE_FOLLOWS].filter(Boolean).join("\n");
    this.#images.push(...images.map((image, nth) => (nth > 0 ? image : withCaption(image, call))));
    const last = this.#messages.at(-1);
    if (last?.role === "tool") last.results.push({ call, ...answer });
    else this.#messages.push({ role: "tool", results: [{ call, ...answer }] });
  }

  /** @throws InvalidInput when a call has no result */
  end(at: FieldPath): ModelMessage[] {
    this.#endResults(at);
    return this.#messages;
  }

  #endResults(at: FieldPath): void {
    this.#requireAnswers(at);
    const images = this.#takeImages();
    if (images.length > 0) this.#messages.push({ role: "user", text: "", images });
  }

  #takeImages(): ModelImage[] {
    const images = this.#images;
    this.#images = [];
    return images;
  }

  #requireAnswers(at: FieldPath): void {
    const [missing] = this.#open.keys();
    if (missing === undefined) return;
    throw invalid(at, `The tool call ${JSON.stringify(missing.slice(0, 100))} has no answer before this.`);
  }
}

const PICTURE_FOLLOWS = "[A picture, which follows.]";

const withCaption = (image: ModelImage, { name }: ToolCall): ModelImage => ({
  ...image,
  caption: [`[From the result of ${name}:]`, image.caption].filter(Boolean).join("\n"),
});
