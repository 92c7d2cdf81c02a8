import type { EntityClass } from '@mikro-orm/postgresql';
import { authEntities } from './modules/auth/index.js';
import { billingEntities } from './modules/billing/index.js';
import { storiesEntities } from './modules/stories/index.js';

/** Entities of all modules, for the connection they share. */
export const entities: EntityClass<object>[] = [...authEntities, ...billingEntities, ...storiesEntities];
