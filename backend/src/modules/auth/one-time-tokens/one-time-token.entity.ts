import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';
import { UserEntity } from '../users/persistence/user.entity.js';
import { FlowStateEntity } from '../pkce/flow-state.entity.js';

const OneTimeTokenSchema = defineEntity({
  name: 'OneTimeToken',
  tableName: 'one_time_tokens',
  properties: {
    tokenHash: p.blob().$type<Buffer>().primary(),
    userId: () => p.manyToOne(UserEntity).mapToPk().joinColumn('user_id').deleteRule('cascade'),
    purpose: p.text(),
    /** Normalized email, or digits of the phone number. */
    recipient: p.text(),
    flowId: () =>
      p.manyToOne(FlowStateEntity).mapToPk().joinColumn('flow_id').deleteRule('cascade').strictNullable(),
    /** Hash of the six-digit code sent with the link; null without one. */
    codeHash: p.blob().$type<Buffer>().strictNullable(),
    /** Wrong or right guesses of the code; after five it is void. */
    guesses: p.integer().default(0),
    createdAt: timestamp(),
    expiresAt: timestamp().index('one_time_tokens_expires'),
  },
  indexes: [
    {
      name: 'one_time_tokens_change',
      where: "purpose = 'email_change'::text",
      properties: ['recipient'],
    },
    {
      name: 'one_time_tokens_phone_change',
      where: "purpose = 'phone_change'::text",
      properties: ['recipient'],
    },
    { name: 'one_time_tokens_user', properties: ['userId', 'purpose'] },
  ],
});

export class OneTimeTokenEntity extends OneTimeTokenSchema.class {}
OneTimeTokenSchema.setClass(OneTimeTokenEntity);
