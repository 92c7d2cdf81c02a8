export interface OutgoingSms {
  /** Digits with country code, without a plus sign. */
  to: string;
  channel: 'sms' | 'whatsapp';
  text: string;
}

/** The provider will never send this message: a number that is none, an account that may not. */
export class SmsRejectedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SmsRejectedError';
  }
}

/** Hands text messages to the provider that the operator chose. */
export abstract class SmsSender {
  /** The provider's own id of the message. Throws {@link SmsRejectedError}, or anything else for what may go well later. */
  abstract send(sms: OutgoingSms, signal: AbortSignal): Promise<string>;
}
