/** By how many seconds the clock of an identity provider may differ from ours. */
export const CLOCK_TOLERANCE_SECONDS = 180;
