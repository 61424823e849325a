/**
 * Replies of the fake model server about videos, which describe the request's content. Scripts:
 *
 * | script | behavior |
 * |---|---|
 * | `blind` | an error status when the request contains a video (unsupported) |
 * | `messy` | wrong headings, and a timeline that is unordered and exceeds the length; correct when asked again |
 * | `stubborn` | like `messy`, also when asked again |
 */
type VideoMessagePart = {
  type: string;
  text?: string;
  image_url?: { url: string };
  video_url?: { url: string };
};

type Body = { messages: { role: string; content: string | VideoMessagePart[] }[] };

const getText = (content: string | VideoMessagePart[]): string =>
  typeof content === "string" ? content : content.map(({ text }) => text ?? "").join("\n");

/** Returns the content of a request about a video; undefined for other requests. */
function shownIn({ messages }: Body) {
  const instructions = getText(messages.find(({ role }) => role === "system")?.content ?? "");
  if (!instructions.startsWith("You write about a video")) return undefined;
  const content = messages.findLast(({ role }) => role === "user")?.content ?? "";
  const parts: VideoMessagePart[] = typeof content === "string" ? [{ type: "text", text: content }] : content;
  const text = getText(content);
  const video = parts.find(({ type }) => type === "video_url")?.video_url?.url;
  return {
    instructions,
    text,
    video: video && `${/^data:([^;]+)/.exec(video)?.[1]} of ${getBytes(video)} bytes`,
    /** Captions of pictures that are valid JPEGs. */
    pictures: parts.flatMap(({ type, image_url }, at) =>
      type === "image_url" && image_url?.url.startsWith("data:image/jpeg;base64,/9j/")
        ? [parts[at - 1]?.text ?? "?"]
        : [],
    ),
    heard: [...text.matchAll(/^\[[\d:]+\] .*\S.*$/gm)].map(([line]) => line),
    extra: /<extra_instructions>\n(.*)\n/.exec(instructions)?.[1],
  };
}

const getBytes = (url: string) => Buffer.from(url.slice(url.indexOf(",") + 1), "base64").length;

/** Returns the reply to a request about a video, or `refused`; undefined for other requests. */
export function aboutVideo(body: Body, mode: string): string | "refused" | undefined {
  const shown = shownIn(body);
  if (!shown) return undefined;
  const { instructions, text, video, pictures, heard, extra } = shown;
  if (video && mode === "blind") return "refused";
  const isAgain = instructions.includes("does not have its form");
  const seen = [
    video && `Watched ${video}.`,
    pictures.length > 0 && `Saw ${pictures.length} pictures at ${pictures.join(" ")}.`,
    heard.length > 0 && `Heard: ${heard.join(" ")}`,
    extra && `Asked: ${extra}`,
    isAgain && "Written again.",
    // Repeats the notes on the video's parts unchanged.
    ...[...text.matchAll(/<notes>\n([\s\S]*?)\n<\/notes>/g)].map(([, notes]) => notes),
  ].filter((line) => typeof line === "string");
  if (instructions.includes("take notes") || instructions.includes("Write an analysis"))
    return seen.join("\n");
  if (mode === "stubborn" || (mode === "messy" && !isAgain)) {
    return `# A video\n\n## Timeline\n\n- 99:00 Too late\n- 00:04 Third\n- 00:00 First\n\n## Summary\n\n${seen.join("\n")}\n\n# Score\n\n5`;
  }
  const times = pictures.map((at) => `- ${at.slice(1, -1)} Something is shown.`);
  return [
    `## Summary\n\n${seen.join("\n\n")}`,
    "## Key Points\n\n- One",
    `## Timeline\n\n${times.join("\n") || "- 00:00 It begins."}`,
    "## Notable Details\n\nTwo.",
    "## Conclusions\n\nThree.",
  ].join("\n\n");
}
