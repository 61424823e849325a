export { mailAnswers, sweep, WAIT_SECONDS } from "./answers";
export { openMailed, stopMails } from "./mailed";
export { setEmail } from "./visitors";
