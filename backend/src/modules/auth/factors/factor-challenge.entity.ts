import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';
import { FactorEntity } from './factor.entity.js';

const FactorChallengeSchema = defineEntity({
  name: 'FactorChallenge',
  tableName: 'factor_challenges',
  properties: {
    id: p.uuid().primary(),
    factorId: () =>
      p
        .manyToOne(FactorEntity)
        .mapToPk()
        .joinColumn('factor_id')
        .deleteRule('cascade')
        .index('factor_challenges_factor'),
    /** The client that requested the challenge; no other may respond. */
    ip: p.text().strictNullable(),
    /** WebAuthn challenge; null for codes. */
    challenge: p.text().strictNullable(),
    /** Set once an SMS code has been sent; null for other factors. */
    codeHash: p.blob().$type<Buffer>().strictNullable(),
    sessionId: p.uuid(),
    expiresAt: timestamp().index('factor_challenges_expires'),
  },
});

export class FactorChallengeEntity extends FactorChallengeSchema.class {}
FactorChallengeSchema.setClass(FactorChallengeEntity);
