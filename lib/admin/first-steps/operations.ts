import { type Client, get, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  getFirstSteps: get("/users/me/first-steps"),
  finishFirstSteps: post("/users/me/first-steps/finish"),
};
export const firstStepsApi: Client<typeof contract.firstStepsApi, typeof endpoints> = endpoints;
