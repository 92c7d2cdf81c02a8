import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { Settings } from '../../platform/config/settings.js';
import { RetryLater } from '../../platform/outbox/event-handler.js';
import { OutboxEventEntity } from '../../platform/outbox/outbox-event.entity.js';
import type { Person } from '../../platform/personal-data/personal-data.port.js';
import { PersonalRows } from '../../platform/personal-data/personal-rows.repository.js';
import type { PersonalTable } from '../../platform/personal-data/personal-table.js';
import { StoredPersonalData } from '../../platform/personal-data/stored-personal-data.js';
import { normalizeEmail } from '../auth/index.js';
import { accountDeleted } from '../privacy/index.js';
import { EmailAttemptEntity } from './core/email-attempt.entity.js';
import { EmailEntity } from './core/email.entity.js';
import { SmsMessageEntity } from './sms/sms-message.entity.js';
import { StaffAlertEntity } from './staff-alerts/staff-alert.entity.js';

const OF_USER = 'user_id = :userId';
/** Includes emails to their address that were sent without an account, such as receipts of a cancellation. */
const EMAILS = `(user_id = :userId or (user_id is null and recipient_normalized = :email and created_at <= :until))`;
/** Emails to staff name a customer by id and by the address of that time, and a visitor, such as the author of a story, by address. */
const QUOTES_PERSON = `(strpos(params::text, :userId::text) > 0 or strpos(lower(params::text), :email::text) > 0)`;

export const notificationsTables: readonly PersonalTable[] = [
  {
    entity: EmailAttemptEntity,
    rows: `email_id in (select id from emails where ${EMAILS})`,
    delete: 'emailId number startedAt finishedAt outcome smtpResponse error worker',
    withhold: 'worker',
  },
  {
    entity: EmailEntity,
    rows: EMAILS,
    delete:
      'id originId replayOf replayedAt eventId userId template locale recipient recipientNormalized subject params messageId ' +
      'dedupeKey status attempts nextAttemptAt attemptStartedAt leasedBy leaseUntil lastError createdBy earlyAttempts ' +
      'scheduledAttemptAt createdAt sentAt failedAt canceledAt',
    withhold: 'recipientNormalized dedupeKey leasedBy leaseUntil createdBy',
  },
  {
    entity: SmsMessageEntity,
    rows: OF_USER,
    delete:
      'id userId purpose channel recipient challengeId status providerId lastError createdAt attemptStartedAt finishedAt',
  },
  {
    entity: StaffAlertEntity,
    rows: QUOTES_PERSON,
    delete: 'cause occurrences template params sentAt',
    withhold: 'all',
  },
];

/** The last email to them, which has yet to be sent. */
const LAST_EMAIL = "user_id = :userId and template = 'account-deleted' and status in ('queued', 'sending')";
const LAST_EMAIL_DUE = "topic = :topic and payload ->> 'userId' = :userId::text and done_at is null";
const RETRY_SECONDS = 30;

/** The events that send a person's messages. They or their errors may contain the recipient. */
const SENDING_EVENTS = `id in (select event_id from emails where ${EMAILS})
  or payload ->> 'smsId' in (select id::text from sms_messages where user_id = :userId)
  or (topic = :topic and payload ->> 'userId' = :userId::text)`;
/** Emails to staff that quote the person, such as their story. */
const QUOTED_TO_STAFF = `user_id is null and recipient_normalized = :staff and created_at <= :until and ${QUOTES_PERSON}`;

/** Emails and SMS messages to the person, and emails to staff that quote them. */
@Injectable()
export class MessagesPersonalData extends StoredPersonalData {
  override readonly id = 'messages';
  protected override readonly tables = notificationsTables;

  constructor(
    protected override readonly rows: PersonalRows,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async erasePersonalData(person: Person): Promise<void> {
    const { topic } = accountDeleted;
    if (
      (await this.rows.exists(OutboxEventEntity, LAST_EMAIL_DUE, { ...person, topic })) ||
      (await this.rows.exists(EmailEntity, LAST_EMAIL, { ...person }))
    ) {
      throw new RetryLater(
        this.clock.in(RETRY_SECONDS),
        'the email about the deletion has not been sent yet',
      );
    }
    const staff = normalizeEmail(this.settings.supportEmail);
    await this.rows.delete(OutboxEventEntity, SENDING_EVENTS, { ...person, topic });
    await this.rows.delete(EmailEntity, QUOTED_TO_STAFF, { ...person, staff });
    await super.erasePersonalData(person);
  }
}
