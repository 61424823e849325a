import type { Texts } from "./texts";

const FACES = ["😞", "🙁", "😐", "🙂", "😀"];
const MAX_COMMENT_LENGTH = 1000;

/**
 * Asks for a rating of the conversation from 1 to 5 with a comment.
 * @param before The previous rating
 * @returns the rating; null if the visitor gave none
 */
export function askRating(
  texts: Texts,
  before: number | null,
  send: (rating: number, comment: string) => Promise<unknown>,
): Promise<number | null> {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-labelledby", "rating-title");
  const form = document.createElement("form");
  form.className = "rating";
  form.append(steps(texts, before), sentence(texts));
  const problem = document.createElement("p");
  problem.role = "alert";
  const skip = button(texts.rateSkip, "button");
  const submit = button(texts.rateSend, "submit");
  const choices = document.createElement("div");
  choices.className = "choices";
  choices.append(skip, submit);
  form.append(problem, choices);
  dialog.append(form);
  document.body.append(dialog);
  return new Promise((resolve) => {
    let given: number | null = null;
    skip.onclick = () => dialog.close();
    dialog.onclose = () => {
      dialog.remove();
      resolve(given);
    };
    form.onsubmit = async (event) => {
      event.preventDefault();
      const data = new FormData(form);
      const rating = Number(data.get("rating"));
      submit.disabled = true;
      problem.textContent = "";
      try {
        await send(rating, String(data.get("comment")));
        given = rating;
        dialog.close();
      } catch {
        problem.textContent = texts.failed;
        submit.disabled = false;
      }
    };
    dialog.showModal();
  });
}

function steps(texts: Texts, before: number | null): HTMLElement {
  const set = document.createElement("fieldset");
  const title = document.createElement("legend");
  title.id = "rating-title";
  title.textContent = texts.rateAsk;
  const names = [texts.rate1, texts.rate2, texts.rate3, texts.rate4, texts.rate5];
  const all = names.map((name, at) => {
    const label = document.createElement("label");
    const input = document.createElement("input");
    Object.assign(input, { type: "radio", name: "rating", value: String(at + 1), required: true });
    input.checked = before === at + 1;
    const face = document.createElement("span");
    face.ariaHidden = "true";
    face.textContent = FACES[at]!;
    label.append(input, face, name);
    return label;
  });
  set.append(title, ...all);
  return set;
}

function sentence(texts: Texts): HTMLElement {
  const label = document.createElement("label");
  label.className = "sentence";
  const area = document.createElement("textarea");
  Object.assign(area, { name: "comment", rows: 2, maxLength: MAX_COMMENT_LENGTH, dir: "auto" });
  label.append(texts.rateWhy, area);
  return label;
}

function button(text: string, type: "button" | "submit"): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = type;
  made.className = "plain-button";
  made.textContent = text;
  return made;
}
