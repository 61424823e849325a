export type Choice = [label: string, choose: () => void];

/**
 * The line above the composer that says what is the matter.
 * Of the kind `lost` is what goes by itself when the connection is back.
 */
export function noticeLine(line: HTMLElement) {
  let resting = "";

  function say(given: string, choices: Choice[] = [], kind: "" | "lost" = ""): void {
    const text = given || resting;
    line.dataset.kind = kind;
    // What is said again is not to be read out again.
    if (choices.length === 0 && !line.hidden && line.textContent === text) return;
    line.hidden = text === "";
    const said = document.createElement("span");
    said.textContent = text;
    line.replaceChildren(
      said,
      ...choices.map(([label, choose]) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "plain-button";
        button.textContent = label;
        button.onclick = () => {
          say("");
          choose();
        };
        return button;
      }),
    );
  }

  return {
    say,
    /** What is said while there is nothing else to say. */
    rest(text: string): void {
      const isResting = line.hidden || line.textContent === resting;
      resting = text;
      if (isResting) say("");
    },
    /** The connection is back. */
    found: () => {
      if (line.dataset.kind === "lost") say("");
    },
  };
}
