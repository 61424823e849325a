export { decide, requested } from "./authorize";
export { register } from "./clients";
export { disconnect, exchange, list, revoke } from "./grants";
export { authorizationServer, protectedResource } from "./metadata";
export { deleteExpiredGrants as sweep } from "./queries";
