// Writes the few protocol buffers of the ONNX format that the graphs here need.
// https://github.com/onnx/onnx/blob/main/onnx/onnx.proto

const FLOAT = 1;
const INT64 = 7;
const HALF = 10;
const IR_VERSION = 10;
const OPSET = 21;

function varint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}

// Messages are lists of buffers, so that weights are copied only once.
const sumLengths = (parts) => parts.reduce((all, { length }) => all + length, 0);
const int = (field, value) => [varint(field << 3), varint(value)];
const nested = (field, parts) => [varint((field << 3) | 2), varint(sumLengths(parts)), ...parts];
const text = (field, value) => nested(field, [Buffer.from(value)]);
function float(field, value) {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return [varint((field << 3) | 5), bytes];
}

function attribute(name, value) {
  if (Array.isArray(value))
    return [...text(1, name), ...value.flatMap((each) => int(8, each)), ...int(20, 7)];
  if (typeof value === "string") return [...text(1, name), ...text(4, value), ...int(20, 3)];
  // The only fractional number among the attributes here.
  if (name === "epsilon") return [...text(1, name), ...float(2, value), ...int(20, 1)];
  return [...text(1, name), ...int(3, value), ...int(20, 2)];
}

/** @param {(number | string)[]} dims strings are symbolic dimensions */
function valueInfo(name, type, dims) {
  const shape = dims.flatMap((size) => nested(1, typeof size === "string" ? text(2, size) : int(1, size)));
  return [...text(1, name), ...nested(2, nested(1, [...int(1, type), ...nested(2, shape)]))];
}

const toBuffer = ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength);

/** Builds a graph. Each operation returns the name of its output. */
export class Graph {
  #nodes = [];
  #constants = [];
  #inputs = [];
  #outputs = [];
  #count = 0;
  #known = new Map();

  /** @returns {string} */
  op(type, inputs, attributes = {}) {
    return this.ops(type, inputs, attributes, 1)[0];
  }

  /** Adds an operation with multiple outputs. @returns {string[]} */
  ops(type, inputs, attributes, count) {
    const outputs = Array.from({ length: count }, () => `v${++this.#count}`);
    this.#node(type, inputs, outputs, attributes);
    return outputs;
  }

  #node(type, inputs, outputs, attributes = {}) {
    const parts = [
      ...inputs.flatMap((name) => text(1, name)),
      ...outputs.flatMap((name) => text(2, name)),
      ...text(4, type),
      ...Object.entries(attributes).flatMap(([name, value]) => nested(5, attribute(name, value))),
    ];
    this.#nodes.push(...nested(1, parts));
  }

  /**
   * Adds weights converted to 32 bits.
   * @param {{ dims: number[], isHalf: boolean, data: Buffer }} tensor
   * @returns {string}
   */
  weight(name, { dims, isHalf, data }) {
    return this.#once(name, () => {
      if (!isHalf) return this.#constant(FLOAT, dims, data);
      // Casts within the graph: the runtime does this once while loading, and the serialized model is half as large.
      return this.op("Cast", [this.half(name, { dims, data })], { to: FLOAT });
    });
  }

  /** Adds weights of 16 bits. @returns {string} */
  half(name, { dims, data }) {
    return this.#once(`half ${name}`, () => this.#constant(HALF, dims, data));
  }

  /** @param {Float32Array} data @returns {string} */
  floats(dims, data) {
    return this.#constant(FLOAT, dims, toBuffer(data));
  }

  /** @returns {string} a scalar */
  float(value) {
    return this.#once(`float ${value}`, () => this.floats([], Float32Array.of(value)));
  }

  /** @returns {string} a list of integers */
  ints(...values) {
    const data = BigInt64Array.from(values, BigInt);
    return this.#once(`ints ${values}`, () => this.#constant(INT64, [values.length], toBuffer(data)));
  }

  #once(name, make) {
    const known = this.#known.get(name) ?? make();
    this.#known.set(name, known);
    return known;
  }

  #constant(type, dims, data) {
    const name = `c${++this.#count}`;
    const parts = [
      ...dims.flatMap((size) => int(1, size)),
      ...int(2, type),
      ...text(8, name),
      ...nested(9, [data]),
    ];
    this.#constants.push(...nested(5, parts));
    return name;
  }

  /** @returns {string} */
  input(name, dims, isInteger = false) {
    this.#inputs.push(...nested(11, valueInfo(name, isInteger ? INT64 : FLOAT, dims)));
    return name;
  }

  output(name, value, dims) {
    this.#node("Identity", [value], [name]);
    this.#outputs.push(...nested(12, valueInfo(name, FLOAT, dims)));
  }

  /** Serializes the model. @returns {Buffer} */
  model() {
    const graph = [
      ...this.#nodes,
      ...text(2, "whisper"),
      ...this.#constants,
      ...this.#inputs,
      ...this.#outputs,
    ];
    const opset = [...text(1, ""), ...int(2, OPSET)];
    return Buffer.concat([...int(1, IR_VERSION), ...nested(8, opset), ...nested(7, graph)]);
  }
}
