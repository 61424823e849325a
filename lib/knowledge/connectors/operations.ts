import { type Client, del, get, patch, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  listConnectors: get("/collections/{id}/connectors"),
  createConnector: post("/collections/{id}/connectors"),
  updateConnector: patch("/connectors/{id}"),
  deleteConnector: del("/connectors/{id}"),
  syncConnector: post("/connectors/{id}/sync"),
  getConnectorFolders: get("/connector-folders"),
};
export const connectorsApi: Client<typeof contract.connectorsApi, typeof endpoints> = endpoints;
