import { MailerModule, type MailerOptions } from '@nestjs-modules/mailer';
import { Global, Module } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { Mailer } from './mailer.js';
import { SmtpMailer } from './smtp-mailer.js';

/**
 * A server that is silent for this long counts as unavailable. `socketTimeout` is as long as possible without a hanging server holding
 * a connection for more than 20 seconds: the server may have accepted the email but not responded yet, and giving up too early sends
 * it twice. `SMTP_URL` can override each of them.
 */
const TIMEOUTS = {
  connectionTimeout: 5000,
  greetingTimeout: 5000,
  dnsTimeout: 5000,
  socketTimeout: 17_000,
  socketCloseTimeout: 1000,
};

/** Email over SMTP. Only workers send, so no request waits for a mail server. */
@Global()
@Module({
  imports: [
    MailerModule.forRootAsync({
      imports: [],
      inject: [Settings],
      useFactory: ({ mail, worker }: Settings): MailerOptions => ({
        transport: {
          url: mail.smtpUrl,
          pool: true,
          maxConnections: worker.concurrency,
          maxMessages: Number.POSITIVE_INFINITY,
          ...TIMEOUTS,
        },
        defaults: { from: mail.from } as MailerOptions['defaults'],
      }),
    }),
  ],
  providers: [{ provide: Mailer, useClass: SmtpMailer }],
  exports: [Mailer],
})
export class EmailModule {}
