import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { Logger } from '../../../platform/logging/logger.js';
import { Mailer } from '../../../platform/email/mailer.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { DeferredEmailsRepository } from './deferred-emails.repository.js';

/**
 * Sends emails that a mail server outage deferred soon after it ends, however far off their next attempts are. An email that fails
 * for its own reasons keeps its schedule, with at most one early attempt between two scheduled ones.
 */
@Injectable()
export class ResumeDeferredEmails {
  constructor(
    private readonly database: Database,
    private readonly deferredEmails: DeferredEmailsRepository,
    private readonly outbox: Outbox,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** While the server seems to be unavailable: checks it, and tries one email as soon as it responds. */
  async probe(): Promise<void> {
    if (!(await this.deferredEmails.isServerSuspect(this.clock.now()))) return;
    if (await this.mailer.isAvailable())
      await this.bringForward(() => this.deferredEmails.bringOneForward(this.clock.now()));
  }

  /** Once emails are being sent again: brings the others forward in growing batches. */
  async resume(): Promise<void> {
    await this.bringForward(() => this.deferredEmails.bringForward(this.clock.now()));
  }

  private async bringForward(pick: () => Promise<string[]>): Promise<void> {
    const eventIds = await this.database.transaction(async () => {
      const picked = await pick();
      if (picked.length > 0) await this.outbox.runNow(picked);
      return picked;
    });
    if (eventIds.length > 0) this.logger.info('deferred emails brought forward', { emails: eventIds.length });
  }
}
