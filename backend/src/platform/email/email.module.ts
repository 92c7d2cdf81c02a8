import { MailerModule, type MailerOptions } from '@nestjs-modules/mailer';
import { Global, Module } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { Mailer } from './mailer.js';
import { SmtpMailer } from './smtp-mailer.js';

/**
 * A server that says nothing for this long is treated as unavailable, in whichever phase. `socketTimeout` is as long as can be while
 * a hanging server keeps no connection for more than 20 seconds: it may have taken an email and still be at its response, and the person who
 * does not wait for that sends the email twice. All may be given in `SMTP_URL`.
 */
const TIMEOUTS = {
  connectionTimeout: 5000,
  greetingTimeout: 5000,
  dnsTimeout: 5000,
  socketTimeout: 17_000,
  socketCloseTimeout: 1000,
};

/** Email over SMTP. Only workers send: no request ever waits for a mail server. */
@Global()
@Module({
  imports: [
    MailerModule.forRootAsync({
      imports: [],
      inject: [Settings],
      useFactory: ({ mail: email, worker, productName }: Settings): MailerOptions => ({
        transport: {
          url: email.smtpUrl,
          pool: true,
          maxConnections: worker.concurrency,
          maxMessages: Number.POSITIVE_INFINITY,
          ...TIMEOUTS,
        },
        defaults: {
          from: email.from.includes('<')
            ? email.from
            : `"${productName.replaceAll('"', '')}" <${email.from}>`,
        } as MailerOptions['defaults'],
      }),
    }),
  ],
  providers: [{ provide: Mailer, useClass: SmtpMailer }],
  exports: [Mailer],
})
export class EmailModule {}
