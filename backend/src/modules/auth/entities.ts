import type { EntityClass } from '@mikro-orm/postgresql';
import { IdentityEntity } from './users/persistence/identity.entity.js';
import { UserEntity } from './users/persistence/user.entity.js';

/** Entities of this module. */
export const authEntities: EntityClass<object>[] = [UserEntity, IdentityEntity];
