import type { EntityClass } from '@mikro-orm/postgresql';
import { AccountEntity } from './account.entity.js';
import { IdentityEntity } from './identity.entity.js';

/** What this module gives the one connection of the process. */
export const authEntities: EntityClass<object>[] = [AccountEntity, IdentityEntity];
