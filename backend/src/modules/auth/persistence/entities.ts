import type { EntityClass } from '@mikro-orm/postgresql';
import { UserEntity } from './user.entity.js';
import { IdentityEntity } from './identity.entity.js';

/** What this module gives the one connection of the process. */
export const authEntities: EntityClass<object>[] = [UserEntity, IdentityEntity];
