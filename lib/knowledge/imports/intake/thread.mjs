// @ts-check
import { toFileName } from "./files.mjs";

/**
 * Messages of a chat in the order of its thread. A question that was asked in several versions is followed by each of
 * them; replies that nobody wrote after become earlier versions of the one that is kept.
 *
 * @typedef {import("./formats/definition.mjs").ImportedMessage} ImportedMessage
 * @typedef {import("./formats/definition.mjs").TreeNode} TreeNode
 *
 * @typedef {object} Visible message that people see, with the visible ones right below it
 * @property {ImportedMessage} message
 * @property {Visible | undefined} parent
 * @property {Visible[]} children
 * @property {boolean} isActive
 *
 * @typedef {{ message: Visible, depth: number }} End last message of an answer, and how many messages the answer has
 *
 * @typedef {object} Turn question with one of its answers. The first turn of a chat may have no question
 * @property {Visible | undefined} question
 * @property {End} end
 * @property {Visible[]} replaced ends of answers that this one replaced
 * @property {boolean} isActive
 *
 * @typedef {{ questions: Visible[], asideWith: number | undefined, time: number }} Slot questions at one place
 *
 * @typedef {object} ThreadMessage
 * @property {ImportedMessage} message
 * @property {number} createdAt
 * @property {number} [versionOf] index of the first version of this question
 * @property {number} [asideWith] index of the version of a question that hides this message, possibly its own
 * @property {ImportedMessage[]} [previous] replies that this one replaced, oldest first
 *
 * @typedef {{ messages: number, characters: number, messageCharacters: number }} ThreadLimits
 * @typedef {object} Thread
 * @property {ThreadMessage[]} messages
 * @property {number} createdAt
 * @property {number} leftOut messages of other branches without room
 * @property {"messages" | "characters"} [excess] the limit that the branch seen last exceeds
 */

// As many as a chat keeps of its own (`lib/chat/messages/previous-answers.ts`).
const MAX_PREVIOUS = 10;
const MAX_NAMED_FILES = 20;
// More than people write, and few enough to be switched between and deleted together.
const MAX_VERSIONS = 50;

/**
 * Puts a message tree into the order of a thread, and marks the messages that are not on the branch seen last. Nothing
 * is recursive, because trees may be deep. Where a limit is exceeded, other branches are left out.
 * @param {Map<string, TreeNode>} nodes in the order of the file
 * @param {unknown} current id of the message seen last; absent: the last leaf
 * @param {number | undefined} createdAt time of messages without one
 * @param {ThreadLimits} limits
 * @returns {Thread}
 */
export function buildThread(nodes, current, createdAt, limits) {
  const { roots, count } = findVisible(nodes, findBranch(nodes, current));
  const builder = new ThreadBuilder(limits);
  const start = createdAt ?? findTime(roots) ?? Date.now();
  builder.build(roots, start);
  const { messages, placed, excess } = builder;
  return { messages, createdAt: start, leftOut: count - placed.size, excess };
}

/**
 * Returns the ids from the root to `current`, or to the last leaf. For a cycle or a deleted parent it returns the
 * reachable part.
 * @param {Map<string, TreeNode>} nodes
 * @param {unknown} current
 */
function findBranch(nodes, current) {
  const followed = new Set([...nodes.values()].map(({ parent }) => parent));
  const ids = [...nodes.keys()];
  const last = ids.findLast((id) => !followed.has(id)) ?? ids.at(-1);
  let at = typeof current === "string" && nodes.has(current) ? current : last;
  const branch = /** @type {Set<string>} */ (new Set());
  while (at !== undefined && !branch.has(at) && nodes.has(at)) {
    branch.add(at);
    at = nodes.get(at)?.parent;
  }
  return branch;
}

/**
 * Leaves out what people don't see: each message is below the nearest visible one above it.
 * @param {Map<string, TreeNode>} nodes
 * @param {Set<string>} branch from its end to its root
 */
function findVisible(nodes, branch) {
  const top = [...branch].at(-1);
  const childrenOf = /** @type {Map<string | undefined, string[]>} */ (new Map());
  let count = 0;
  for (const [id, { parent, message }] of nodes) {
    if (message) count++;
    // The branch begins at its top, also within a cycle.
    const above = id !== top && parent !== undefined && nodes.has(parent) ? parent : undefined;
    const siblings = childrenOf.get(above);
    if (siblings) siblings.push(id);
    else childrenOf.set(above, [id]);
  }
  const roots = /** @type {Visible[]} */ ([]);
  const waiting = /** @type {{ id: string, above: Visible | undefined }[]} */ ([]);
  const add = (/** @type {string | undefined} */ id, /** @type {Visible | undefined} */ above) => {
    const children = childrenOf.get(id) ?? [];
    for (let at = children.length - 1; at >= 0; at--)
      waiting.push({ id: /** @type {string} */ (children[at]), above });
  };
  add(undefined, undefined);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { id, above } = next;
    const message = nodes.get(id)?.message;
    if (!message) {
      add(id, above);
      continue;
    }
    const visible = { message, parent: above, children: [], isActive: branch.has(id) };
    (above?.children ?? roots).push(visible);
    add(id, visible);
  }
  return { roots, count };
}

const isQuestion = (/** @type {Visible} */ { message }) => message.author === "user";

/**
 * Returns the messages at which an answer to a question ends: those that a question or nothing follows.
 * @param {Visible | undefined} question
 * @param {Visible[]} below what follows, where there is no question
 */
function findEnds(question, below) {
  const ends = /** @type {End[]} */ ([]);
  /** @type {End[]} */
  const waiting = question
    ? [{ message: question, depth: 0 }]
    : below.flatMap((message) => (isQuestion(message) ? [] : { message, depth: 1 })).reverse();
  /** @type {End | undefined} */
  let active;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { message, depth } = next;
    const replies = message.children.filter((each) => !isQuestion(each));
    if (replies.length < message.children.length || replies.length === 0) ends.push(next);
    if (message.isActive) active = next;
    for (const reply of replies.reverse()) waiting.push({ message: reply, depth: depth + 1 });
  }
  if (active && !ends.includes(active)) ends.push(active);
  return { ends, active };
}

const hasNext = (/** @type {End} */ { message }) => message.children.some(isQuestion);

/**
 * Returns the turns of a question: one for each of its answers that a question follows, at least one.
 * @param {Visible | undefined} question
 * @param {Visible[]} below what follows, where there is no question
 * @returns {Turn[]}
 */
function findTurns(question, below = []) {
  const { ends, active } = findEnds(question, below);
  const main = active ?? ends.findLast(hasNext) ?? ends.at(-1);
  const isOwnTurn = (/** @type {End} */ end) =>
    end === main || (question !== undefined && (main?.depth === 0 || hasNext(end)));
  const replaced = ends.filter((end) => !isOwnTurn(end)).map(({ message }) => message);
  return ends
    .filter(isOwnTurn)
    .map((end) => ({ question, end, replaced: end === main ? replaced : [], isActive: end === active }));
}

/**
 * @param {Visible} end
 * @param {(above: Visible) => boolean} isAbove where the path begins, exclusively
 */
function findPath(end, isAbove) {
  const path = /** @type {Visible[]} */ ([]);
  for (let at = /** @type {Visible | undefined} */ (end); at && !isAbove(at); at = at.parent) path.push(at);
  return path.reverse();
}

/** @param {Turn} turn */
const listMessages = ({ question, end }) => [
  ...(question ? [question] : []),
  ...findPath(end.message, (above) => above === question),
];

class ThreadBuilder {
  messages = /** @type {ThreadMessage[]} */ ([]);
  placed = /** @type {Set<Visible>} */ (new Set());
  /** @type {Thread["excess"]} */
  excess;
  #messagesLeft;
  #charactersLeft;
  #isFull = false;

  constructor(/** @type {ThreadLimits} */ limits) {
    this.limits = limits;
    this.#messagesLeft = limits.messages;
    this.#charactersLeft = limits.characters;
  }

  build(/** @type {Visible[]} */ roots, /** @type {number} */ createdAt) {
    this.#reserveActive(roots);
    if (this.excess) return;
    const [greeting] = findTurns(undefined, roots);
    const isGreeted = greeting !== undefined && this.#hasRoom(greeting);
    const time = isGreeted ? this.#addTurn(greeting, createdAt, undefined) : createdAt;
    const questions = roots.filter(isQuestion);
    for (const { message } of findEnds(undefined, roots).ends)
      for (const next of message.children) if (isQuestion(next)) questions.push(next);
    /** @type {Slot[]} */
    const slots = [{ questions, asideWith: undefined, time }];
    for (let slot = slots.pop(); slot; slot = slots.pop())
      for (const next of this.#addVersions(slot)) slots.push(next);
  }

  /**
   * Takes the room of the branch seen last first.
   * @param {Visible[]} roots
   */
  #reserveActive(roots) {
    for (let at = roots; at.length > 0; ) {
      const next = at.find(({ isActive }) => isActive);
      if (next) this.#take([next]);
      at = next?.children ?? [];
    }
    if (this.#messagesLeft < 0) this.excess = "messages";
    else if (this.#charactersLeft < 0) this.excess = "characters";
  }

  #take(/** @type {Visible[]} */ messages) {
    this.#messagesLeft -= messages.length;
    for (const { message } of messages)
      this.#charactersLeft -= Math.min(message.text.length, this.limits.messageCharacters);
  }

  #hasRoom(/** @type {Turn} */ turn) {
    if (turn.isActive) return true;
    this.#isFull ||= turn.end.depth + 1 > this.#messagesLeft;
    if (this.#isFull) return false;
    this.#take(listMessages(turn));
    this.#isFull = this.#charactersLeft < 0;
    return !this.#isFull;
  }

  /**
   * Adds the newest versions of a question, of which one is shown.
   * @param {Slot} slot
   * @returns {Slot[]} the questions after each version
   */
  #addVersions({ questions, asideWith, time }) {
    const all = questions.flatMap((question) => findTurns(question));
    const active = all.find(({ isActive }) => isActive);
    const newest = all.slice(-MAX_VERSIONS);
    const kept = active && !newest.includes(active) ? [active, ...newest.slice(1)] : newest;
    const turns = kept.filter((turn) => this.#hasRoom(turn));
    const shown = active ?? turns.at(-1);
    const first = this.messages.length;
    return turns.map((turn) => {
      const index = this.messages.length;
      const aside = turn === shown ? asideWith : index;
      const end = this.#addTurn(turn, time, aside);
      if (turns.length > 1) /** @type {ThreadMessage} */ (this.messages[index]).versionOf = first;
      return { questions: turn.end.message.children.filter(isQuestion), asideWith: aside, time: end };
    });
  }

  /**
   * @param {Turn} turn
   * @param {number} time of the message before
   * @param {number | undefined} asideWith
   * @returns {number} the time of its last message
   */
  #addTurn(turn, time, asideWith) {
    let last = time;
    const messages = listMessages(turn);
    for (const each of messages) {
      last = each.message.createdAt ?? last;
      this.placed.add(each);
      this.messages.push({ message: each.message, createdAt: last, asideWith });
    }
    const previous = this.#findPrevious(new Set(messages), turn.replaced);
    if (previous.length > 0) /** @type {ThreadMessage} */ (this.messages.at(-1)).previous = previous;
    return last;
  }

  /** @param {Set<Visible>} kept @param {Visible[]} replaced ends of answers */
  #findPrevious(kept, replaced) {
    const previous = /** @type {ImportedMessage[]} */ ([]);
    for (const end of replaced.slice(-MAX_PREVIOUS)) {
      const path = findPath(end, (above) => kept.has(above));
      const text = joinTexts(path, this.limits.messageCharacters);
      if (text.length > this.#charactersLeft) continue;
      this.#charactersLeft -= text.length;
      for (const each of path) this.placed.add(each);
      previous.push({ ...end.message, text });
    }
    return previous;
  }
}

/**
 * The files of replies that were replaced are only named.
 * @param {Visible[]} path @param {number} maxCharacters
 */
function joinTexts(path, maxCharacters) {
  let text = "";
  for (const { message } of path) {
    if (text.length > maxCharacters) break;
    const names = (message.files ?? [])
      .slice(0, MAX_NAMED_FILES)
      .map(({ name }) => `[File: ${toFileName(name)}]`);
    const whole = [message.text.slice(0, maxCharacters + 1), [...new Set(names)].join("\n")];
    text += `${text && "\n\n"}${whole.filter(Boolean).join("\n\n")}`;
  }
  return text.slice(0, maxCharacters);
}

function findTime(/** @type {Visible[]} */ roots) {
  for (let at = roots; at.length > 0; ) {
    const next = at.find(({ message }) => message.createdAt) ?? at[0];
    if (next?.message.createdAt) return next.message.createdAt;
    at = next?.children ?? [];
  }
  return undefined;
}
