import type { z } from "zod";
import type { AssistantTool } from "@/lib/chat/assistants/contract";

type Tool = z.output<typeof AssistantTool>;

const tools: { name: string; about: string; tools: Tool[] }[] = [
  {
    name: "Search",
    about: "Looks through the documents and earlier messages of a chat.",
    tools: ["search_documents", "search_messages", "list_documents", "read_document"],
  },
  {
    name: "Memory",
    about: "Remembers what people say about themselves, in chats with global memory that only they are in.",
    tools: ["remember", "forget"],
  },
  { name: "Canvas", about: "Changes the canvas of a chat.", tools: ["update_canvas"] },
  {
    name: "Videos",
    about: "Takes pictures from videos, and writes down what is said in videos and recordings.",
    tools: ["extract_video_keyframes", "transcribe_video"],
  },
  { name: "Jobs", about: "Schedules jobs, in chats that allow them.", tools: ["schedule_job"] },
];
const all = tools.flatMap((each) => each.tools);

/** What an assistant may do besides writing. @param value Null: everything, also what comes to be later. */
export function ToolChoice({
  value,
  onChange,
}: {
  value: Tool[] | null;
  onChange: (value: Tool[] | null) => void;
}) {
  const chosen = value ?? all;
  const change = (own: Tool[], isOn: boolean) => {
    const next = [...chosen.filter((name) => !own.includes(name)), ...(isOn ? own : [])];
    onChange(all.every((name) => next.includes(name)) ? null : next);
  };
  return (
    <fieldset className="space-y-3 border-t pt-5 text-sm">
      <legend className="float-left mb-3 w-full font-medium">What it may use</legend>
      <div className="clear-both grid gap-3 sm:grid-cols-2">
        {tools.map(({ name, about, tools: own }) => (
          <label key={name} className="flex items-start gap-3">
            <input
              type="checkbox"
              checked={own.every((tool) => chosen.includes(tool))}
              onChange={(event) => change(own, event.target.checked)}
              className="mt-1 size-4 accent-accent"
            />
            <span>
              <span className="block font-medium">{name}</span>
              <span className="text-muted">{about}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
