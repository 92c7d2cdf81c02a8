import { Injectable } from '@nestjs/common';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { userPasswordChanged } from '../core/events.js';
import { OneTimeTokensRepository } from '../one-time-tokens/one-time-tokens.repository.js';
import { SessionsRepository } from '../sessions/persistence/sessions.repository.js';
import type { UserEntity } from '../users/persistence/user.entity.js';

/** Replaces a user's password, which ends sessions, voids all pending links and notifies the user by email. */
@Injectable()
export class ReplacePassword {
  constructor(
    private readonly sessionsRepository: SessionsRepository,
    private readonly tokens: OneTimeTokensRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Call inside a transaction, on a locked user. Ends every session, or every one `except` the caller's. */
  async replace(user: UserEntity, passwordHash: string, options?: { except: string }): Promise<void> {
    user.passwordHash = passwordHash;
    await this.sessionsRepository.endAll(user.id, options);
    await this.tokens.removeAllForUser(user.id);
    await this.outbox.emit(userPasswordChanged, { userId: user.id });
  }
}
