/** A payment intent is canceled after this many declined charges. */
export const MAX_DECLINES = 5;

/** Shown after the last of them. */
export const TOO_MANY_DECLINES = `Your card was declined ${MAX_DECLINES} times, so we canceled this payment. Nothing was charged. Please check your card details or use another card, then try again.`;
