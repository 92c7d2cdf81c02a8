export interface OutgoingSms {
  /** Digits with country code, without a plus sign. */
  to: string;
  channel: 'sms' | 'whatsapp';
  text: string;
}

/** The provider permanently rejected this message, for example because the number is invalid or the account lacks permission. */
export class SmsRejectedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SmsRejectedError';
  }
}

/** Sends text messages through the configured provider. */
export abstract class SmsSender {
  /** Returns the provider's message ID. Throws {@link SmsRejectedError}, or another error if a retry may succeed. */
  abstract send(sms: OutgoingSms, signal: AbortSignal): Promise<string>;
}
