import type { EntityClass } from '@mikro-orm/postgresql';
import { authEntities } from './modules/auth/index.js';
import { billingEntities } from './modules/billing/index.js';
import { checkoutEntities } from './modules/checkout/index.js';
import { documentsEntities } from './modules/documents/index.js';
import { notificationsEntities } from './modules/notifications/index.js';
import { privacyEntities } from './modules/privacy/index.js';
import { storiesEntities } from './modules/stories/index.js';
import { storageEntities } from './modules/storage/index.js';
import { subscriptionsEntities } from './modules/subscriptions/index.js';
import { platformEntities } from './platform/entities.js';

/** The entities of all tables, one for each. */
export const entities: EntityClass<object>[] = [
  ...platformEntities,
  ...authEntities,
  ...billingEntities,
  ...subscriptionsEntities,
  ...checkoutEntities,
  ...documentsEntities,
  ...notificationsEntities,
  ...storageEntities,
  ...storiesEntities,
  ...privacyEntities,
];
