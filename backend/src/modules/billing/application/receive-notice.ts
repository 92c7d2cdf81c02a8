import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { meaningsOf } from '../domain/notice-meaning.js';
import { PaymentProvider, type ProviderNotice } from '../domain/payment-provider.js';
import { NoticesRepository } from '../persistence/notices.repository.js';

/**
 * Takes a signed notice of the provider: stores it under the provider's id together with the events it gives rise to, so
 * that the second copy of a notice changes nothing. Everything else happens later, from what the provider says then.
 */
@Injectable()
export class ReceiveNotice {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly notices: NoticesRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Throws `UntrustedNoticeError` for a forged or stale notice. */
  async receive(rawBody: Buffer, signature: string): Promise<void> {
    await this.store(this.provider.readNotice(rawBody, signature));
  }

  /** False when it was stored before. */
  store(notice: ProviderNotice): Promise<boolean> {
    return this.database.transaction(async () => {
      const isNew = await this.notices.add({ ...notice, noticeId: uuid(), receivedAt: this.clock.now() });
      if (!isNew) return false;
      for (const { type, payload } of meaningsOf(notice)) await this.outbox.emit(type, payload);
      return true;
    });
  }
}
