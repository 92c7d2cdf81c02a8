import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import { Logger } from '../../../platform/logging/logger.js';
import { Mailer } from '../../../platform/email/mailer.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { DeferredEmailsRepository } from '../persistence/deferred-emails.repository.js';

/**
 * Sends what an outage of the mail server has deferred soon after its end, however far away the next attempts are by then. An email
 * that fails for a reason of its own keeps its schedule: it is tried early once at most between two scheduled attempts.
 */
@Injectable()
export class ResumeDeferredEmails {
  constructor(
    private readonly database: Database,
    private readonly deferredEmailsRepository: DeferredEmailsRepository,
    private readonly outbox: Outbox,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** While emails wait for a server that seems to be unavailable: asks it, and tries one email when it responds. */
  async probe(): Promise<void> {
    if (!(await this.deferredEmailsRepository.isServerSuspect(this.clock.now()))) return;
    if (await this.mailer.isAvailable())
      await this.bringForward(() => this.deferredEmailsRepository.bringOneForward(this.clock.now()));
  }

  /** Once emails are sent again: the others follow, more and more at a time. */
  async resume(): Promise<void> {
    await this.bringForward(() => this.deferredEmailsRepository.bringForward(this.clock.now()));
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
