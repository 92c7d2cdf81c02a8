import { Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { SmsFailedError, SmsSender, type OutgoingSms } from './sms-sender.js';

const TIMEOUT_MS = 10_000;
const MAX_ERROR_LENGTH = 300;
/** Errors while connecting: the provider has received nothing, so a retry is safe. */
const CONNECTION_ERRORS = [
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** Twilio's Messages API. Its errors may contain phone numbers, but no secrets. */
@Injectable()
export class TwilioSmsSender extends SmsSender {
  constructor(private readonly settings: Settings) {
    super();
  }

  override async send({ to, channel, text }: OutgoingSms, signal: AbortSignal): Promise<string> {
    const { sms } = this.settings.auth;
    if (!sms.twilio) throw new SmsFailedError('No SMS provider is configured.');
    const { accountSid, authToken, from, apiUrl } = sms.twilio;
    const address = (number: string) => (channel === 'whatsapp' ? `whatsapp:${number}` : number);
    const isService = /^MG[0-9a-f]{32}$/i.test(from);
    const form = new URLSearchParams({ To: address(`+${to}`), Body: text });
    form.set(isService ? 'MessagingServiceSid' : 'From', isService ? from : address(from));
    const response = await fetch(
      `${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
      {
        method: 'POST',
        headers: { Authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
        body: form,
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      },
    ).catch((error: unknown) => {
      if (isConnectionError(error)) throw error;
      throw new SmsFailedError('The provider did not respond. The message may have been sent.', error);
    });
    const body = (await response.json().catch(() => ({}))) as { sid?: unknown; message?: unknown };
    if (response.ok) return typeof body.sid === 'string' ? body.sid : '';
    const reason = `${response.status} ${typeof body.message === 'string' ? body.message : ''}`
      .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
      .trim()
      .slice(0, MAX_ERROR_LENGTH);
    if (response.status >= 500 || response.status === 429) throw new Error(reason);
    throw new SmsFailedError(reason);
  }
}

function isConnectionError(error: unknown): boolean {
  const { cause } = error as { cause?: NodeJS.ErrnoException };
  return CONNECTION_ERRORS.includes(cause?.code ?? '');
}
