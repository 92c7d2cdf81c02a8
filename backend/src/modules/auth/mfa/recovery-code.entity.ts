import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';
import { UserEntity } from '../users/persistence/user.entity.js';
import { FactorEntity } from '../factors/factor.entity.js';

const RecoveryCodeSchema = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  properties: {
    userId: () => p.manyToOne(UserEntity).mapToPk().joinColumn('user_id').primary().deleteRule('cascade'),
    codeHash: p.blob().$type<Buffer>().primary(),
    createdAt: timestamp(),
    usedAt: timestamp().strictNullable(),
    /** The factor that represents the set of codes. */
    factorId: () =>
      p
        .manyToOne(FactorEntity)
        .mapToPk()
        .joinColumn('factor_id')
        .deleteRule('cascade')
        .index('recovery_codes_factor'),
  },
});

export class RecoveryCodeEntity extends RecoveryCodeSchema.class {}
RecoveryCodeSchema.setClass(RecoveryCodeEntity);
