import { expect, test } from "vitest";
import type { WholeTask } from "@/components/data/tasks";
import { createDraft, listFiles, type TaskSources, toBody } from "./save-draft";

const chat = {
  ...{ name: "Raise for Tom", goal: "Prepare the talk", instructions: null, memo: "He gets 9000." },
  ...{ canvas: "# Plan", extra: {}, collections: [{ id: 7, name: "Handbook" }] },
};
const file = (id: number, archive_id: number | null = null) => ({ id, sha256: `hash of ${id}`, archive_id });
const [ada, max] = [{ full_name: "Ada" }, { full_name: "Max" }];
const material = {
  ...{ chat, pages: [], files: [file(1), file(2)], members: [ada, max] },
} as unknown as TaskSources;
const taskWith = (fields: object, files: number[] = [], includes_members = false) =>
  ({ fields, documents: files.map((id) => file(id)), includes_members }) as unknown as WholeTask;

test("a template of a private chat includes nothing private by default", () => {
  const draft = createDraft(material, undefined);
  expect(draft).toEqual({
    ...{ isNew: true, name: "Raise for Tom", include: ["goal"], files: [], collections: [7] },
    ...{ members: false, usable_by: "group", user_ids: [] },
  });
  // Texts that the chat lacks are included as well, which clears them in the template.
  expect(toBody({ ...draft, name: " Raise " }, material)).toEqual({
    ...{ name: "Raise", as_new: true, include: ["goal", "instructions", "extra"] },
    ...{ document_ids: [], collection_ids: [7], include_members: false, usable_by: "group", user_ids: [] },
  });
  expect(toBody({ ...draft, files: "all" }, material).document_ids).toBeUndefined();
});

test("a new version includes by default what the group can read already", () => {
  const task = taskWith({ name: "Raise", memo: "He gets 9000.", canvas: "# Plan" }, [2, 3]);
  const draft = createDraft(material, task);
  expect(draft).toMatchObject({
    isNew: false,
    name: "Raise",
    include: ["goal", "memo", "canvas"],
    files: [2],
  });
  // With several pages, the canvas is not preselected, because the pages may differ from the template's.
  const pages = [{ id: 1, title: "Salaries" }] as TaskSources["pages"];
  expect(createDraft({ ...material, pages }, task).include).toEqual(["goal", "memo"]);
  expect(createDraft(material, taskWith({ memo: "He gets 8000." })).include).toEqual(["goal"]);
});

test("a new version includes members if the version before did and the chat has any", () => {
  const task = taskWith({}, [], true);
  const draft = createDraft(material, task);
  expect(toBody(draft, material).include_members).toBe(true);
  expect(createDraft(material, taskWith({})).members).toBe(false);
  const alone = { ...material, members: material.members.slice(1) };
  expect(createDraft(alone, task).members).toBe(false);
});

test("unpacked files are listed under their archive while it exists", () => {
  const files = [file(1), file(2, 1), file(3, 9)] as TaskSources["files"];
  expect(listFiles(files).map(({ id }) => id)).toEqual([1, 3]);
});
