import { firebaseApi } from "@/lib/identity/sso/contract";
import * as firebase from "@/lib/identity/sso/service";
import { implement } from "../implement";

export const firebaseRoutes = implement("Accounts", firebaseApi, {
  loginWithFirebase: ({ query, call: { address, isLocal } }) =>
    firebase.login(query.firebase_token, { address, isLocal }),
  linkFirebaseUser: ({ viewer, query, call }) => firebase.link(viewer, query.firebase_token, call.address),
});
