import { CANCELLATION_KINDS, CANCELLATION_OUTCOMES } from '@subscription-site/shared/contracts';
import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const CancellationSubmissionSchema = defineEntity({
  name: 'CancellationSubmission',
  tableName: 'cancellation_submissions',
  properties: {
    id: p.uuid().primary(),
    /** Shown to the person who submitted it. */
    reference: p.text().unique(),
    kind: p.enum(CANCELLATION_KINDS),
    /** As typed. Null once erased. */
    name: p.text().strictNullable(),
    email: p.text().strictNullable(),
    emailNormalized: p.text().collation('C').strictNullable(),
    /** Free text about the contract; shown to staff only. */
    contract: p.text().strictNullable(),
    /** Why it is canceled for good cause; shown to staff only. */
    reason: p.text().strictNullable(),
    /** When the plan should end (`YYYY-MM-DD`); null for as soon as possible. */
    effectiveOn: p.text().strictNullable(),
    receivedAt: timestamp(),
    processedAt: timestamp().strictNullable(),
    /** Null until processed. */
    outcome: p.enum(CANCELLATION_OUTCOMES).strictNullable(),
    userId: p.uuid().strictNullable(),
    subscriptionId: p.uuid().strictNullable(),
    /** The subscription change that it made. */
    changeId: p.uuid().strictNullable(),
    /** Whether the money-back guarantee applied when it was processed. */
    refundable: p.boolean().default(false),
    /** When the plan ends, as stated in the receipt. */
    endsAt: timestamp().strictNullable(),
    /** When the link in the receipt was used to confirm or undo it. */
    confirmedAt: timestamp().strictNullable(),
    undoneAt: timestamp().strictNullable(),
  },
  indexes: [
    {
      name: 'cancellation_submissions_received',
      properties: ['receivedAt', 'id'],
      columns: [
        { name: 'receivedAt', sort: 'DESC' },
        { name: 'id', sort: 'DESC' },
      ],
    },
    {
      name: 'cancellation_submissions_email',
      properties: ['emailNormalized', 'receivedAt'],
      columns: [{ name: 'emailNormalized' }, { name: 'receivedAt', sort: 'DESC' }],
    },
    {
      name: 'cancellation_submissions_user',
      where: 'user_id IS NOT NULL',
      properties: ['userId'],
    },
  ],
});

/** A cancellation or withdrawal submitted on the public page, without signing in. */
export class CancellationSubmissionEntity extends CancellationSubmissionSchema.class {}
CancellationSubmissionSchema.setClass(CancellationSubmissionEntity);
