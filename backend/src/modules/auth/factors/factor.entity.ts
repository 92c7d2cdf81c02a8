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
    /** Encrypted; only for TOTP. */
    secret: p.blob().$type<Buffer>().strictNullable(),
    /** Time step of the last accepted TOTP code; earlier ones are rejected. */
    lastStep: p.bigint('number').strictNullable(),
    lastChallengedAt: timestamp().strictNullable(),
    /** Digits only; only for phone factors. */
    phone: p.text().strictNullable(),
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
