import { MailerService } from '@nestjs-modules/mailer';
import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { EmailDeferredError, EmailRejectedError, Mailer, type OutgoingEmail } from './mailer.js';

interface SmtpError extends Error {
  code?: string;
  /** What the server responded to. */
  command?: string;
  responseCode?: number;
  response?: string;
}

/** Errors caused by the email itself. A rejected connection or login, even if permanent, says nothing about the email. */
const MESSAGE_ERROR_CODES = new Set(['EENVELOPE', 'EMESSAGE']);

const AVAILABILITY_TIMEOUT_MS = 5000;

@Injectable()
export class SmtpMailer extends Mailer {
  constructor(private readonly mailer: MailerService) {
    super();
  }

  override async isAvailable(): Promise<boolean> {
    const timeout = pause(AVAILABILITY_TIMEOUT_MS, false, { ref: false });
    return Promise.race([this.mailer.verifyAllTransporters(), timeout]);
  }

  override async send(
    { to, replyTo, ...email }: OutgoingEmail,
    signal?: AbortSignal,
  ): Promise<{ response: string }> {
    const options = {
      ...email,
      to: singleAddress(to),
      ...(replyTo ? { replyTo: singleAddress(replyTo) } : {}),
      ...(signal ? { signal } : {}),
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    try {
      const sent = (await this.mailer.sendMail(options)) as { response?: string };
      return { response: sent.response ?? '' };
    } catch (error) {
      throw toEmailError(error as SmtpError);
    }
  }
}

/** Prevents nodemailer from parsing the address as a list. */
function singleAddress(address: string): { name: string; address: string } {
  return { name: '', address };
}

function toEmailError(error: SmtpError): EmailRejectedError | EmailDeferredError {
  const { responseCode, response, code, command, message } = error;
  // The same for every email: each would fail for good because of a setting.
  if (command === 'MAIL FROM')
    return new EmailDeferredError(`The mail server rejects the sender, MAIL_FROM: ${message}`, response);
  const isPermanentRejection = responseCode === undefined || responseCode >= 500;
  if (isPermanentRejection && MESSAGE_ERROR_CODES.has(code ?? ''))
    return new EmailRejectedError(message, response);
  return new EmailDeferredError(message, response);
}
