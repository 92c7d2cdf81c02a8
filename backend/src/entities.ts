import type { EntityClass } from '@mikro-orm/postgresql';
import { authEntities } from './modules/auth/index.js';
import { billingEntities } from './modules/billing/index.js';
import { storiesEntities } from './modules/stories/index.js';

/** Entities of every module, for the one connection of the process. */
export const entities: EntityClass<object>[] = [...authEntities, ...billingEntities, ...storiesEntities];
