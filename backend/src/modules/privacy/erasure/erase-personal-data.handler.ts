import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { EffectHandler, type Delivery } from '../../../platform/outbox/event-handler.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { PersonalData } from '../../../platform/personal-data/personal-data.js';
import { userDeleted } from '../../auth/index.js';
import { ErasedUsers } from './erased-users.js';
import { ErasuresRepository } from './erasures.repository.js';

interface Payload {
  userId: string;
  email?: string | null;
}

/**
 * Erases what all modules store about a deleted user. Retried until there is nothing left to wait for. Every step is idempotent, so
 * another worker can take over after a crash.
 */
@Injectable()
export class ErasePersonalData extends EffectHandler<Payload, void> {
  override readonly id = 'erase-personal-data';
  override readonly event = userDeleted;

  constructor(
    private readonly personalData: PersonalData,
    private readonly erasedUsers: ErasedUsers,
    private readonly erasures: ErasuresRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async perform({ userId, email = null }: Payload, { createdAt }: Delivery): Promise<void> {
    await this.erasedUsers.add(userId);
    await this.personalData.erase({ userId, email, until: createdAt });
  }

  /** Also removes the address from the event. */
  override async record(_: void, { userId }: Payload, { eventId, createdAt }: Delivery): Promise<void> {
    await this.erasures.add({ userId, deletedAt: createdAt, erasedAt: this.clock.now() });
    await this.outbox.redact(eventId, { userId });
  }
}
