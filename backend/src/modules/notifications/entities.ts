import type { EntityClass } from '@mikro-orm/postgresql';
import { EmailAttemptEntity } from './core/email-attempt.entity.js';
import { EmailEntity } from './core/email.entity.js';
import { SmsMessageEntity } from './sms/sms-message.entity.js';
import { StaffAlertEntity } from './staff-alerts/staff-alert.entity.js';

/** Entities of this module. */
export const notificationsEntities: EntityClass<object>[] = [
  EmailAttemptEntity,
  EmailEntity,
  SmsMessageEntity,
  StaffAlertEntity,
];
