export { mailAnswers, sweep, WAIT_SECONDS } from "./mail-answers";
export { stopMails } from "./mailed-links";
export { setEmail } from "./visitor-email";
