// @ts-check

/**
 * @typedef {readonly number[]} Matrix six numbers in PDF's order
 * @typedef {{ image: any, matrix: Matrix, width: number, height: number, isMask: boolean, hasOwnMask: boolean,
 * isOpaque: boolean, grey: number }} DrawnPicture `matrix`: from the unit square to the page; `grey`: color in which
 * a mask is painted
 * @typedef {{ x: number, y: number, letters: number, isInvisible: boolean, picturesBefore: number }} DrawnText
 * starting at `x` and `y`
 * @typedef {{ matrix: Matrix, textMode: number, alpha: number, grey: number, hasOwnMask: boolean, leading: number }}
 * State
 * @typedef {{ text: Matrix, x: number, y: number }} TextPosition
 */

// Text rendering modes that paint nothing: 3 is invisible, 7 adds to the clipping path.
const INVISIBLE_MODES = new Set([3, 7]);
const BLACK = 0;

/**
 * Lists images and texts of a page in drawing order, without decoding images.
 * @param {{ fnArray: number[], argsArray: any[] }} operators of pdf.js
 * @param {Record<string, number>} ops pdf.js's operator numbers
 * @param {Matrix} toPage from file coordinates to page coordinates with their origin at the top left
 */
export function listDrawing({ fnArray, argsArray }, ops, toPage) {
  const drawing = new Drawing(toPage);
  const names = new Map(Object.entries(ops).map(([name, number]) => [number, name]));
  for (const [index, number] of fnArray.entries())
    OPERATORS[names.get(number) ?? ""]?.(drawing, argsArray[index] ?? []);
  return { pictures: drawing.pictures, texts: drawing.texts };
}

class Drawing {
  /** @type {DrawnPicture[]} */
  pictures = [];
  /** @type {DrawnText[]} */
  texts = [];
  /** @type {State} */
  state;
  /** @type {TextPosition} */
  position = { text: [1, 0, 0, 1, 0, 0], x: 0, y: 0 };
  /** Nesting depth of groups that only define a soft mask. */
  maskDepth = 0;
  isInAnnotation = false;
  /** @type {State[]} */
  #stack = [];
  #initial;

  /** @param {Matrix} toPage */
  constructor(toPage) {
    this.#initial = {
      matrix: toPage,
      textMode: 0,
      alpha: 1,
      grey: BLACK,
      hasOwnMask: false,
      leading: 0,
    };
    this.state = { ...this.#initial };
  }

  save() {
    this.#stack.push({ ...this.state });
  }

  restore() {
    this.state = this.#stack.pop() ?? this.state;
  }

  reset() {
    this.#stack = [];
    this.state = { ...this.#initial };
  }

  /** @param {Matrix} matrix */
  transform(matrix) {
    this.state.matrix = multiplyMatrices(this.state.matrix, matrix);
  }

  /** @param {any} image @param {number} width @param {number} height */
  paint(image, width, height, isMask = false) {
    const { matrix, grey, hasOwnMask, alpha } = this.state;
    if (this.maskDepth > 0 || !(width > 0 && height > 0)) return;
    const isOpaque = !isMask && !hasOwnMask && alpha === 1;
    this.pictures.push({ image, matrix, width, height, isMask, hasOwnMask, isOpaque, grey });
  }

  /** @param {any[]} glyphs */
  write(glyphs) {
    if (this.isInAnnotation || this.maskDepth > 0) return;
    const { matrix, textMode, alpha } = this.state;
    const letters = glyphs.filter((glyph) => glyph?.unicode?.trim()).length;
    if (letters === 0) return;
    const { text, x, y } = this.position;
    const [, , , , left = 0, top = 0] = multiplyMatrices(multiplyMatrices(matrix, text), [1, 0, 0, 1, x, y]);
    const isInvisible = INVISIBLE_MODES.has(textMode) || alpha === 0;
    this.texts.push({ x: left, y: top, letters, isInvisible, picturesBefore: this.pictures.length });
  }
}

/** @type {Record<string, (drawing: Drawing, args: any[]) => void>} */
const OPERATORS = {
  save: (drawing) => drawing.save(),
  restore: (drawing) => drawing.restore(),
  transform: (drawing, matrix) => drawing.transform(matrix),
  paintFormXObjectBegin(drawing, [matrix]) {
    drawing.save();
    if (matrix) drawing.transform(matrix);
  },
  paintFormXObjectEnd: (drawing) => drawing.restore(),
  beginGroup(drawing, [group]) {
    drawing.save();
    if (group?.smask || drawing.maskDepth > 0) drawing.maskDepth++;
  },
  endGroup(drawing) {
    drawing.restore();
    if (drawing.maskDepth > 0) drawing.maskDepth--;
  },
  beginAnnotation(drawing, [, , transform, matrix]) {
    drawing.reset();
    drawing.isInAnnotation = true;
    if (transform) drawing.transform(transform);
    if (matrix) drawing.transform(matrix);
  },
  endAnnotation(drawing) {
    drawing.isInAnnotation = false;
    drawing.reset();
  },
  setGState({ state }, [entries]) {
    for (const [key, value] of entries ?? []) {
      if (key === "ca") state.alpha = value;
      // pdf.js sets SMask to false before an image with a soft mask of its own.
      if (key === "SMask") state.hasOwnMask = value === false;
    }
  },
  setFillRGBColor({ state }, [color]) {
    state.grey = toGrey(color);
  },
  setTextRenderingMode({ state }, [mode]) {
    state.textMode = mode;
  },
  setLeading({ state }, [leading]) {
    state.leading = leading;
  },
  beginText({ position }) {
    Object.assign(position, { text: [1, 0, 0, 1, 0, 0], x: 0, y: 0 });
  },
  setTextMatrix({ position }, [matrix]) {
    Object.assign(position, { text: matrix, x: 0, y: 0 });
  },
  moveText({ position }, [x, y]) {
    position.x += x;
    position.y += y;
  },
  setLeadingMoveText({ position, state }, [x, y]) {
    state.leading = -y;
    position.x += x;
    position.y += y;
  },
  nextLine({ position, state }) {
    position.y -= state.leading;
  },
  showText: (drawing, [glyphs]) => drawing.write(glyphs ?? []),
  paintImageXObject: (drawing, [id, width, height]) => drawing.paint(id, width, height),
  paintInlineImageXObject: (drawing, [image]) => drawing.paint(image, image?.width, image?.height),
  paintImageMaskXObject: (drawing, [image]) =>
    drawing.paint(typeof image?.data === "string" ? image.data : image, image?.width, image?.height, true),
};

/**
 * Waits for an image's pixels. Resolves to null when decoding fails.
 * @param {any} page of pdf.js
 * @param {string} id
 * @returns {Promise<any>}
 */
export const loadImage = (page, id) =>
  new Promise((resolve) => (id.startsWith("g_") ? page.commonObjs : page.objs).get(id, resolve));

/** @param {unknown} color pdf.js's format, #rrggbb */
function toGrey(color) {
  const value = Number.parseInt(String(color).slice(1), 16);
  if (Number.isNaN(value)) return BLACK;
  return Math.round(0.299 * (value >> 16) + 0.587 * ((value >> 8) & 255) + 0.114 * (value & 255));
}

/** @param {Matrix} outer @param {Matrix} inner applied first @returns {Matrix} */
export function multiplyMatrices(outer, inner) {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = outer;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
