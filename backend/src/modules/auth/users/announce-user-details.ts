import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { userDetailsChanged } from '../core/events.js';
import { UserEntity } from './persistence/user.entity.js';

/** Emits {@link userDetailsChanged}, whichever use case changes the email or the name. */
@Injectable()
export class AnnounceUserDetails implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit(): void {
    this.database.afterChange(UserEntity, ['email', 'fullName'], ({ id: userId }) =>
      this.outbox.emit(userDetailsChanged, { userId }),
    );
  }
}
