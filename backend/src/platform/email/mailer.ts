export interface OutgoingEmail {
  /** The same for every attempt at one email, with angle brackets. */
  messageId: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  replyTo?: string;
}

/** The mail server permanently rejected this email (5xx), or its address is invalid. */
export class EmailRejectedError extends Error {
  constructor(
    message: string,
    /** The server's response with its code, if there was one. */
    readonly response: string | undefined,
  ) {
    super(message);
    this.name = 'EmailRejectedError';
  }
}

/** The mail server did not accept this email for now (4xx, unavailable or too slow). A later attempt may succeed. */
export class EmailDeferredError extends Error {
  constructor(
    message: string,
    readonly response: string | undefined,
  ) {
    super(message);
    this.name = 'EmailDeferredError';
  }
}

/** Sends emails through a pool of connections to the mail server. */
export abstract class Mailer {
  /**
   * Returns the server's response once it has accepted the email. Throws {@link EmailRejectedError} or {@link EmailDeferredError}.
   * Waits while the server is working on it; aborting the signal closes the connection and defers the email.
   */
  abstract send(email: OutgoingEmail, signal?: AbortSignal): Promise<{ response: string }>;

  /** Whether we can connect and authenticate to the mail server within a few seconds. */
  abstract isAvailable(): Promise<boolean>;
}
