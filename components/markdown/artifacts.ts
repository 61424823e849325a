/** Kinds of code that are shown as what they make, besides as code. */
export type ArtifactKind = "svg" | "html" | "csv";

const KINDS = new Set<string>(["svg", "html", "csv"] satisfies ArtifactKind[]);

/** What the code of a language makes; undefined for one that is code only. */
export const artifactOf = (language: string): ArtifactKind | undefined =>
  KINDS.has(language) ? (language as ArtifactKind) : undefined;

const ENDINGS: Record<string, string> = {
  ...{ javascript: "js", typescript: "ts", python: "py", ruby: "rb", rust: "rs", kotlin: "kt" },
  ...{ markdown: "md", bash: "sh", shell: "sh", zsh: "sh", console: "sh", powershell: "ps1" },
  ...{ csharp: "cs", "c#": "cs", "c++": "cpp", golang: "go", yml: "yaml", mermaid: "mmd", text: "txt" },
};
const NAMES: Record<string, string> = { mermaid: "diagram", svg: "image", html: "page", csv: "table" };

/** A name for a piece of code as a file: "page.html", "code.py". */
export function fileNameOf(language: string): string {
  const ending = ENDINGS[language] ?? (/^[a-z0-9]{1,10}$/.test(language) ? language : "txt");
  return language === "dockerfile" ? "Dockerfile" : `${NAMES[language] ?? "code"}.${ending}`;
}
