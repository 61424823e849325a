export type Code = {
  code: string;
  language: string;
  /** True once the closing fence has been written. */
  isClosed: boolean;
};

export type ArtifactKind = "html" | "react" | "svg" | "mermaid" | "vega-lite" | "csv" | "markdown";

const KINDS = new Map<string, ArtifactKind>([
  ["html", "html"],
  ["jsx", "react"],
  ["tsx", "react"],
  ["svg", "svg"],
  ["mermaid", "mermaid"],
  ["vega-lite", "vega-lite"],
  ["vegalite", "vega-lite"],
  ["csv", "csv"],
  ["tsv", "csv"],
  ["markdown", "markdown"],
  ["md", "markdown"],
]);

const EXPORTS_DEFAULT = /^[ \t]*export\s+(?:default\b|\{[^{}]*\bas\s+default\b)/m;

/** Returns what code is shown as; undefined for code that is only read, such as a part of a React component. */
export function getArtifactKind({ code, language }: Omit<Code, "isClosed">): ArtifactKind | undefined {
  const kind = KINDS.get(language);
  return kind === "react" && !EXPORTS_DEFAULT.test(code) ? undefined : kind;
}

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
    react: "tsx",
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
    jsx: "component",
    markdown: "document",
    md: "document",
    mermaid: "diagram",
    react: "component",
    svg: "image",
    tsv: "table",
    tsx: "component",
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
