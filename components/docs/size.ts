import { curlOf } from "./curl";
import type { Field, OperationOutline } from "./outline";

const LINE = 22;
const ROW = 37;
/** The title of a part, and what is between parts. */
const PART = 44;

/** About how high fields are shown, in px: their rows, closed. */
export const heightOf = (fields: Field[] = []): number =>
  fields.reduce(
    (sum, { description, fields: inner }) => sum + ROW + (description ? LINE : 0) + (inner ? LINE : 0),
    0,
  );

/** About how high the parts of an operation are shown, in px. */
export function heightOfOperation(operation: OperationOutline, server: string): number {
  const { parameters, body } = operation;
  const example = LINE * curlOf(operation, server).split("\n").length + LINE;
  const ofParameters = parameters.length > 0 ? PART + heightOf(parameters) : 0;
  const ofBody = body ? PART + (heightOf(body.shape.fields) || LINE) : 0;
  const ofAnswer = PART + 2 * LINE;
  return ofParameters + ofBody + ofAnswer + PART + example;
}
