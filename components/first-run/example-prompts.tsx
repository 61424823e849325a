import Lightbulb from "lucide-react/icons/lightbulb";
import ListChecks from "lucide-react/icons/list-checks";
import Mail from "lucide-react/icons/mail";

const examples = [
  {
    icon: <Mail aria-hidden />,
    label: "Write a message",
    prompt:
      "Write a short message that invites my team to a kick-off on Thursday at 10:00. Friendly, with an agenda of three points.",
  },
  {
    icon: <ListChecks aria-hidden />,
    label: "Make a plan",
    prompt:
      "Make a plan for moving our team's files to a new shared drive: a table of the steps, who could do each of them, and what can go wrong.",
  },
  {
    icon: <Lightbulb aria-hidden />,
    label: "Explain something",
    prompt:
      "Explain what a pull request is to a colleague who does not write code, in five sentences and with one comparison.",
  },
];

/** What one could ask: each fills the message field, to be changed or sent as it is. */
export const ExamplePrompts = ({ onChoose }: { onChoose: (prompt: string) => void }) => (
  <section aria-label="Examples to begin with" className="mt-4 grid gap-2 sm:grid-cols-3">
    {examples.map(({ icon, label, prompt }) => (
      <button
        key={label}
        type="button"
        onClick={() => onChoose(prompt)}
        className="flex flex-col gap-1 rounded-xl border bg-surface p-3 text-left text-sm transition-colors hover:border-line-strong hover:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-accent"
      >
        <span className="flex items-center gap-2 font-medium">
          {icon} {label}
        </span>
        <span className="line-clamp-1 text-muted sm:line-clamp-2">{prompt}</span>
      </button>
    ))}
  </section>
);

/** The text with an example: instead of nothing or another example, below what somebody wrote. */
export function withExample(text: string, prompt: string): string {
  const isOwn = text.trim() !== "" && !examples.some((example) => example.prompt === text);
  return isOwn ? `${text.trimEnd()}\n\n${prompt}` : prompt;
}
