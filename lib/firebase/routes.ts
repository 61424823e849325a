import { implement } from "@/lib/api/routes";
import { firebaseApi } from "./contract";
import * as firebase from "./service";

export const firebaseRoutes = implement("Accounts", firebaseApi, {
  loginWithFirebase: ({ query, call }) => firebase.login(query.firebase_token, call),
  linkFirebaseUser: ({ viewer, query, call }) => firebase.link(viewer, query.firebase_token, call.address),
});
