import { type Config, Error as ErrorLevel, type LoggerInterface, loader, parse, View } from "vega";
import { expressionInterpreter } from "vega-interpreter";
import { compile, type TopLevelSpec } from "vega-lite";
import { draw } from "./drawing";

void draw(async ({ code, isDark, words }, place) => {
  const spec = JSON.parse(code) as TopLevelSpec & Plot;
  const problems: string[] = [];
  const logger = loggerTo(problems);
  const compiled = compile(widened(spec), { logger, config: colours(isDark) as object }).spec;
  if (problems.length > 0) throw new Error(problems[0]);
  const view = new View(parse(compiled, undefined, { ast: true }), {
    // Interprets expressions, because the frame's CSP forbids `eval`.
    expr: expressionInterpreter,
    loader: Object.assign(loader(), {
      load: () => {
        problems.push(words.noNetwork);
        return Promise.reject(new Error(words.noNetwork));
      },
    }),
    logger,
    renderer: "svg",
    container: place,
    hover: true,
  });
  const title = getTitle(spec.title);
  view.description(spec.description || title || words.plot);
  await view.runAsync();
  if (problems.length > 0) throw new Error(problems[0]);
  return title || spec.description || "";
});

type Plot = {
  title?: string | string[] | { text?: string | string[] };
  description?: string;
  encoding?: object;
};

// Sets the width of a single-view plot to that of its container unless the plot declares one.
function widened(spec: TopLevelSpec & Plot): TopLevelSpec {
  const isOne = "mark" in spec || "layer" in spec;
  const parts = ["row", "column", "facet"].some((channel) => channel in (spec.encoding ?? {}));
  return !isOne || parts || "width" in spec
    ? spec
    : ({ ...spec, width: "container", autosize: { type: "fit-x", contains: "padding" } } as TopLevelSpec);
}

function getTitle(title: Plot["title"]): string {
  const text = typeof title === "object" && !Array.isArray(title) ? title.text : title;
  return [text ?? []].flat().join(" ");
}

// Collects errors, which Vega only logs.
function loggerTo(problems: string[]): LoggerInterface {
  const logger: LoggerInterface = {
    level: ((level?: number) => (level === undefined ? ErrorLevel : logger)) as LoggerInterface["level"],
    error(...said) {
      problems.push(said.map((each) => (each instanceof Error ? each.message : String(each))).join(" "));
      return logger;
    },
    warn: () => logger,
    info: () => logger,
    debug: () => logger,
  };
  return logger;
}

function colours(isDark: boolean): Config {
  const [ink, line] = isDark ? ["#e6ebe8", "#4a504d"] : ["#222825", "#d7ddd9"];
  const words = { labelColor: ink, titleColor: ink };
  return {
    background: "transparent",
    font: "system-ui, sans-serif",
    title: { color: ink, subtitleColor: ink },
    style: { "guide-label": { fill: ink }, "guide-title": { fill: ink } },
    axis: { ...words, domainColor: line, gridColor: line, tickColor: line },
    legend: words,
  } as Config;
}
