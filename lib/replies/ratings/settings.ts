export const RATING_REASONS = ["incorrect", "off_topic", "too_long", "style", "sources", "other"] as const;
export type RatingReason = (typeof RATING_REASONS)[number];
export const MAX_COMMENT_LENGTH = 1000;
