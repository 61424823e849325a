import { implement } from "@/lib/api/routes";
import { firebaseApi } from "./contract";
import * as firebase from "./service";

export const firebaseRoutes = implement("Accounts", firebaseApi, {
  loginWithFirebase: ({ query, call: { address, isLocal } }) =>
    firebase.login(query.firebase_token, { address, isLocal }),
  linkFirebaseUser: ({ viewer, query, call }) => firebase.link(viewer, query.firebase_token, call.address),
});
