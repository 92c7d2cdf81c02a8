export interface OutgoingEmail {
  /** Stable over all tries of one email, with angle brackets. */
  messageId: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  replyTo?: string;
}

/** The mail server will never take this email (5xx, or an address that is none). */
export class EmailRejectedError extends Error {
  constructor(
    message: string,
    /** The server's answer with its code, when it gave one. */
    readonly response: string | undefined,
  ) {
    super(message);
    this.name = 'EmailRejectedError';
  }
}

/** The mail server did not take this email now (4xx, away, too slow): a later try may succeed. */
export class EmailDeferredError extends Error {
  constructor(
    message: string,
    readonly response: string | undefined,
  ) {
    super(message);
    this.name = 'EmailDeferredError';
  }
}

/** Hands emails to the mail server over a pool of kept connections. */
export abstract class Mailer {
  /**
   * The server's answer once it has accepted the email. Throws {@link EmailRejectedError} or {@link EmailDeferredError}. Waits as long
   * as the server is at it; aborting the signal closes the connection and defers the email.
   */
  abstract send(email: OutgoingEmail, signal?: AbortSignal): Promise<{ response: string }>;

  /** Whether the mail server takes a connection and lets us sign in, within seconds. */
  abstract isAvailable(): Promise<boolean>;
}
