import type { z } from "zod";
import type { About } from "@/lib/platform/config/setting-kinds";
import { sections } from "@/lib/platform/config/settings";

const INTRODUCTION = `# Configuration

Written by \`npm run docs\` from \`lib/platform/config/sections\`; change the settings there.

Set these as environment variables, or in a file \`.env\` in the project's folder ([.env.example](../.env.example) lists them all).
Nothing is required. Empty values count as not set. Parley refuses to start with an invalid value and names it.`;

const HEADER =
  "# Copy this file to .env and change what you need. Everything has a default.\n# Written by `npm run docs`; docs/configuration.md has the same as a page.";

type SettingDescription = About & { name: string; fallback?: string };

export const buildConfigurationFiles = (): Record<string, string> => ({
  "docs/configuration.md": `${[INTRODUCTION, ...sections.map(table)].join("\n\n")}\n`,
  ".env.example": `${[HEADER, ...sections.map(commented)].join("\n\n")}\n`,
});

function table({ title, shape }: (typeof sections)[number]): string {
  const rows = described(shape).map(
    ({ name, description, fallback, unset = "" }) =>
      `| \`${name}\` | ${fallback ? `\`${fallback}\`` : unset} | ${description} |`,
  );
  return [`## ${title}`, "", "| Variable | Default | Description |", "|---|---|---|", ...rows].join("\n");
}

function commented({ title, shape }: (typeof sections)[number]): string {
  const lines = described(shape).flatMap(({ name, description, fallback, unset, example }) => [
    `# ${plain(description)}${unset ? ` Default: ${plain(unset)}.` : ""}`,
    `# ${name}=${example ?? fallback ?? ""}`,
  ]);
  return [`## ${title}`, ...lines].join("\n");
}

const described = (shape: z.ZodRawShape): SettingDescription[] =>
  Object.entries(shape).map(([name, schema]) => {
    const about = (schema as z.ZodType).meta() as About | undefined;
    if (!about?.description) throw new Error(`${name} has no description: wrap it in setting().`);
    return { name, fallback: getDefault(schema as z.ZodType), ...about };
  });

function getDefault(schema: z.ZodType): string | undefined {
  const { def } = schema as z.ZodDefault | z.ZodPipe<z.ZodType>;
  if (def.type === "pipe") return getDefault(def.in);
  return def.type === "default" ? String(def.defaultValue) : undefined;
}

const plain = (markdown: string) =>
  markdown
    .replace(/\[([^\]]*)\]\(([^)]*)\)/g, (_, text, page) =>
      text === page ? `docs/${page}` : `${text} (docs/${page})`,
    )
    .replace(/`|\*\*/g, "");
