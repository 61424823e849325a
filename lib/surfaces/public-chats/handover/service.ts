export { mailAnswers, sweep, WAIT_SECONDS } from "./answers";
export { stopMails } from "./mailed";
export { setEmail } from "./visitors";
