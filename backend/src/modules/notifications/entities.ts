import type { EntityClass } from '@mikro-orm/postgresql';
import { EmailAttemptEntity } from './persistence/email-attempt.entity.js';
import { EmailEntity } from './persistence/email.entity.js';
import { SmsMessageEntity } from './persistence/sms-message.entity.js';
import { StaffAlertEntity } from './persistence/staff-alert.entity.js';

/** Entities of this module. */
export const notificationsEntities: EntityClass<object>[] = [
  EmailAttemptEntity,
  EmailEntity,
  SmsMessageEntity,
  StaffAlertEntity,
];
