import { LanguageDescription, type LanguageSupport } from "@codemirror/language";
import { languages } from "@codemirror/language-data";

// Names in Markdown fences and kinds of pages that CodeMirror doesn't know under that name.
const ALIASES: Record<string, string> = {
  console: "shell",
  golang: "go",
  md: "markdown",
  py: "python",
  react: "tsx",
  svg: "xml",
  "vega-lite": "json",
  vegalite: "json",
};

/** Loads the grammar of a language; undefined for an unknown one. */
export async function loadLanguage(name: string): Promise<LanguageSupport | undefined> {
  const wanted = name.toLowerCase();
  const found =
    LanguageDescription.matchLanguageName(languages, ALIASES[wanted] ?? wanted, false) ??
    LanguageDescription.matchFilename(languages, `x.${wanted}`);
  return found?.load();
}
