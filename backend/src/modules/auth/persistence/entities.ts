import type { EntityClass } from '@mikro-orm/postgresql';
import { UserEntity } from './user.entity.js';
import { IdentityEntity } from './identity.entity.js';

/** Entities of this module. */
export const authEntities: EntityClass<object>[] = [UserEntity, IdentityEntity];
