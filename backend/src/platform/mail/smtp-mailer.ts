import { MailerService } from '@nestjs-modules/mailer';
import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { MailDeferredError, MailRejectedError, Mailer, type OutgoingMail } from './mailer.js';

interface SmtpFault extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
}

/** Faults of the mail itself. A refused sign-in or greeting, even a final one, says nothing about the mail. */
const FAULTS_OF_THE_MAIL = new Set(['EENVELOPE', 'EMESSAGE']);

const AVAILABLE_WITHIN_MS = 5000;

@Injectable()
export class SmtpMailer extends Mailer {
  constructor(private readonly mailer: MailerService) {
    super();
  }

  override async isAvailable(): Promise<boolean> {
    const tooLate = pause(AVAILABLE_WITHIN_MS, false, { ref: false });
    return Promise.race([this.mailer.verifyAllTransporters(), tooLate]);
  }

  override async send(
    { to, replyTo, ...mail }: OutgoingMail,
    signal?: AbortSignal,
  ): Promise<{ response: string }> {
    const options = {
      ...mail,
      to: addressOnly(to),
      ...(replyTo ? { replyTo: addressOnly(replyTo) } : {}),
      ...(signal ? { signal } : {}),
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    try {
      const sent = (await this.mailer.sendMail(options)) as { response?: string };
      return { response: sent.response ?? '' };
    } catch (error) {
      throw translated(error as SmtpFault);
    }
  }
}

/** One address, whatever it is made of: given as text it would be read as a list. */
function addressOnly(address: string): { name: string; address: string } {
  return { name: '', address };
}

function translated(fault: SmtpFault): MailRejectedError | MailDeferredError {
  const { responseCode, response, code, message } = fault;
  const refusedForGood = responseCode === undefined || responseCode >= 500;
  if (refusedForGood && FAULTS_OF_THE_MAIL.has(code ?? '')) return new MailRejectedError(message, response);
  return new MailDeferredError(message, response);
}
