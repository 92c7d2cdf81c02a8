import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';
import { UserEntity } from '../users/persistence/user.entity.js';

const FactorSchema = defineEntity({
  name: 'Factor',
  tableName: 'factors',
  properties: {
    id: p.uuid().primary(),
    userId: () => p.manyToOne(UserEntity).mapToPk().joinColumn('user_id').deleteRule('cascade'),
    factorType: p.enum(['totp', 'webauthn', 'phone', 'recovery_code']),
    friendlyName: p.text().default(''),
    status: p.enum(['unverified', 'verified']),
    secret: p.blob().nullable(),
    lastStep: p.bigint('number').nullable(),
    lastChallengedAt: timestamp().nullable(),
    phone: p.text().nullable(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  uniques: [
    {
      name: 'factors_recovery_set',
      where: "factor_type = 'recovery_code'::text",
      properties: ['userId'],
    },
    { properties: ['userId', 'friendlyName'] },
  ],
  checks: [
    {
      name: 'factors_phone_check',
      expression: "(factor_type = 'phone'::text) = (phone IS NOT NULL)",
    },
    {
      name: 'factors_secret_check',
      expression: "(factor_type = 'totp'::text) = (secret IS NOT NULL)",
    },
  ],
});

export class FactorEntity extends FactorSchema.class {}
FactorSchema.setClass(FactorEntity);
