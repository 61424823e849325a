export type Code = {
  code: string;
  language: string;
  /** Its end is written, too. */
  isClosed: boolean;
};

/** Kinds of code that are shown as what they make, besides as code. */
export type ArtifactKind = "html" | "svg" | "csv" | "markdown";

const KINDS = new Map<string, ArtifactKind>([
  ["html", "html"],
  ["svg", "svg"],
  ["csv", "csv"],
  ["tsv", "csv"],
  ["markdown", "markdown"],
  ["md", "markdown"],
]);

/** What the code of a language makes; undefined for one that is code only. */
export const artifactOf = (language: string): ArtifactKind | undefined => KINDS.get(language);

/** What files of a language end with, where that is not its name. */
const ENDINGS = new Map(
  Object.entries({
    ...{ javascript: "js", typescript: "ts", python: "py", ruby: "rb", rust: "rs", kotlin: "kt" },
    ...{ bash: "sh", shell: "sh", zsh: "sh", console: "sh", powershell: "ps1", batch: "bat" },
    ...{
      csharp: "cs",
      "c#": "cs",
      "c++": "cpp",
      "objective-c": "m",
      golang: "go",
      haskell: "hs",
      perl: "pl",
    },
    ...{
      elixir: "ex",
      erlang: "erl",
      julia: "jl",
      fsharp: "fs",
      "f#": "fs",
      terraform: "tf",
      protobuf: "proto",
    },
    ...{ markdown: "md", latex: "tex", yml: "yaml", mermaid: "mmd", plaintext: "txt", text: "txt" },
  }),
);
/** Names of files that say what is in them. */
const NAMES = new Map(
  Object.entries({
    ...{ html: "page", svg: "image", csv: "table", tsv: "table", markdown: "document", md: "document" },
    mermaid: "diagram",
  }),
);

/** A name for a piece of code as a file: "page.html", "code.py". */
export function fileNameOf(language: string): string {
  if (language === "dockerfile") return "Dockerfile";
  if (language === "makefile") return "Makefile";
  const ending = ENDINGS.get(language) ?? (/^[a-z0-9]{1,10}$/.test(language) ? language : "txt");
  return `${NAMES.get(language) ?? "code"}.${ending}`;
}
