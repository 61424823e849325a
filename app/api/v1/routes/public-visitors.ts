import { abuseApi, identityApi, identitySecretApi } from "@/lib/channels/public-chats/contract";
import { abuse, identity } from "@/lib/channels/public-chats/service";
import { implement } from "../implement";

export const publicIdentityRoutes = implement("Public chats", identityApi, {
  identifyVisitor: ({ visitor, body }) => identity.identify(visitor, body),
  setVisitorPage: ({ visitor, body }) => identity.setPage(visitor, body.page),
});

export const identitySecretRoutes = implement("Public chats: team", identitySecretApi, {
  getIdentitySecret: ({ viewer, params }) => identity.getSecretState(viewer, params.chat_id),
  rotateIdentitySecret: ({ viewer, params }) => identity.rotateSecret(viewer, params.chat_id),
});

export const publicAbuseRoutes = implement("Public chats", abuseApi, {
  getPublicChallenge: ({ visitor }) => abuse.getChallenge(visitor),
});
