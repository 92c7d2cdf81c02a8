export const MAX_EMAIL_LENGTH = 254;
export const MIN_STORY_LENGTH = 20;
export const MAX_STORY_LENGTH = 5000;
export const MAX_PICTURES = 3;
