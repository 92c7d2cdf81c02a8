import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';
import { UserEntity } from '../users/persistence/user.entity.js';

const PasskeyChallengeSchema = defineEntity({
  name: 'PasskeyChallenge',
  tableName: 'passkey_challenges',
  properties: {
    id: p.uuid().primary(),
    /** Null for a sign-in. */
    userId: () =>
      p.manyToOne(UserEntity).mapToPk().joinColumn('user_id').deleteRule('cascade').strictNullable(),
    challenge: p.text(),
    expiresAt: timestamp().index('passkey_challenges_expires'),
  },
});

export class PasskeyChallengeEntity extends PasskeyChallengeSchema.class {}
PasskeyChallengeSchema.setClass(PasskeyChallengeEntity);
