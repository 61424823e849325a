import { type Client, get, put } from "@/lib/api/operations";
import type * as contract from "./contract";

export const MAX_INSTRUCTIONS_LENGTH = 2000;

export const endpoints = {
  getPersonalInstructions: get("/users/me/instructions"),
  setPersonalInstructions: put("/users/me/instructions"),
};
export const personalInstructionsApi: Client<typeof contract.personalInstructionsApi, typeof endpoints> =
  endpoints;
