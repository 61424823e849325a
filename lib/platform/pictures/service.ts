import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { IntakeError, type IntakeProgram, withIntake } from "@/lib/platform/intake/service";

const PROGRAM: IntakeProgram = {
  path: "lib/platform/pictures/intake/picture.mjs",
  lane: "parsing",
  hasAddons: true,
  limits: { cpuSeconds: 10, memoryMb: 768, inputMb: 60, outputMb: 10 },
};

export type CheckedPicture = {
  format: "png" | "jpeg" | "webp" | "heif" | "gif";
  width: number;
  height: number;
};

export const checkPicture = (bytes: Buffer, groupId: string): Promise<CheckedPicture | undefined> =>
  orUndefined(
    withIntake(PROGRAM, groupId, {}, async (intake) => {
      await intake.put(Readable.from([bytes]));
      return intake.call<CheckedPicture>("check");
    }),
  );

export const cropSquare = (picture: Readable, side: number, groupId: string): Promise<Buffer | undefined> =>
  orUndefined(
    withIntake(PROGRAM, groupId, {}, async (intake) => {
      await intake.put(picture);
      await intake.call("cropSquare", { side });
      return buffer(await intake.read("square"));
    }),
  );

const orUndefined = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof IntakeError) return undefined;
    throw error;
  });
