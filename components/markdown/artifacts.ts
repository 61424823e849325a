export type Code = {
  code: string;
  language: string;
  /** True once the closing fence has been written. */
  isClosed: boolean;
};

export type ArtifactKind = "html" | "svg" | "mermaid" | "vega-lite" | "csv" | "markdown";

const KINDS = new Map<string, ArtifactKind>([
  ["html", "html"],
  ["svg", "svg"],
  ["mermaid", "mermaid"],
  ["vega-lite", "vega-lite"],
  ["vegalite", "vega-lite"],
  ["csv", "csv"],
  ["tsv", "csv"],
  ["markdown", "markdown"],
  ["md", "markdown"],
]);

export const getArtifactKind = (language: string): ArtifactKind | undefined => KINDS.get(language);

// File extensions of languages that differ from the language's name.
const ENDINGS = new Map(
  Object.entries({
    bash: "sh",
    batch: "bat",
    "c#": "cs",
    "c++": "cpp",
    console: "sh",
    csharp: "cs",
    elixir: "ex",
    erlang: "erl",
    "f#": "fs",
    fsharp: "fs",
    golang: "go",
    haskell: "hs",
    javascript: "js",
    julia: "jl",
    kotlin: "kt",
    latex: "tex",
    markdown: "md",
    mermaid: "mmd",
    "objective-c": "m",
    perl: "pl",
    plaintext: "txt",
    powershell: "ps1",
    protobuf: "proto",
    python: "py",
    ruby: "rb",
    rust: "rs",
    shell: "sh",
    terraform: "tf",
    text: "txt",
    typescript: "ts",
    "vega-lite": "vl.json",
    vegalite: "vl.json",
    yml: "yaml",
    zsh: "sh",
  }),
);
const NAMES = new Map(
  Object.entries({
    csv: "table",
    html: "page",
    markdown: "document",
    md: "document",
    mermaid: "diagram",
    svg: "image",
    tsv: "table",
    "vega-lite": "plot",
    vegalite: "plot",
  }),
);

export function toCodeFileName(language: string): string {
  if (language === "dockerfile") return "Dockerfile";
  if (language === "makefile") return "Makefile";
  const ending = ENDINGS.get(language) ?? (/^[a-z0-9]{1,10}$/.test(language) ? language : "txt");
  return `${NAMES.get(language) ?? "code"}.${ending}`;
}
