/** Fallback message. */
export const UNEXPECTED_ERROR = 'An unexpected error occurred. Please try again.';

/** There was no response. */
export const UNREACHABLE = 'We couldn’t reach the server. Check your connection and try again.';

/** The server failed without saying why. */
export const SERVER_ERROR = 'Something went wrong on our end. Please try again.';
