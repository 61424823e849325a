// Parts of turns that most threads lack. One script for all of them, because a page lists each script that it can load.
export { FollowUps } from "@/components/chat/reply/follow-ups";
export { BranchedFrom, Branches } from "./branch-marks";
export { Mention, MentionCard } from "./mention-card";
export { NewMark, ToNew } from "./new-marks";
export { SummaryMark } from "./summary-mark";
