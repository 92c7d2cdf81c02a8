export interface OutgoingSms {
  /** Digits with country code, without a plus sign. */
  to: string;
  channel: 'sms' | 'whatsapp';
  text: string;
}

/**
 * The message must not be retried: the provider rejected it, for example because the number is invalid, or didn't respond and may have
 * accepted it.
 */
export class SmsFailedError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'SmsFailedError';
  }
}

/** Sends text messages through the configured provider. */
export abstract class SmsSender {
  /** Returns the provider's message ID. Throws {@link SmsFailedError}, or another error if a retry may succeed. */
  abstract send(sms: OutgoingSms, signal: AbortSignal): Promise<string>;
}
