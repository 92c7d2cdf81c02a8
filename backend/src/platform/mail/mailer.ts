export interface OutgoingMail {
  /** Stable over all tries of one mail, with angle brackets. */
  messageId: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  replyTo?: string;
}

/** The mail server will never take this mail (5xx, or an address that is none). */
export class MailRejectedError extends Error {
  constructor(
    message: string,
    /** The server's answer with its code, when it gave one. */
    readonly response: string | undefined,
  ) {
    super(message);
    this.name = 'MailRejectedError';
  }
}

/** The mail server did not take this mail now (4xx, away, too slow): a later try may succeed. */
export class MailDeferredError extends Error {
  constructor(
    message: string,
    readonly response: string | undefined,
  ) {
    super(message);
    this.name = 'MailDeferredError';
  }
}

/** Hands mails to the mail server over a pool of kept connections. */
export abstract class Mailer {
  /**
   * The server's answer once it has accepted the mail. Throws {@link MailRejectedError} or {@link MailDeferredError}. Waits as long
   * as the server is at it; aborting the signal closes the connection and defers the mail.
   */
  abstract send(mail: OutgoingMail, signal?: AbortSignal): Promise<{ response: string }>;

  /** Whether the mail server takes a connection and lets us sign in, within seconds. */
  abstract isAvailable(): Promise<boolean>;
}
