import { defineEntity, p } from '@mikro-orm/postgresql';
import { FactorEntity } from './factor.entity.js';

const FactorCredentialSchema = defineEntity({
  name: 'FactorCredential',
  tableName: 'factor_credentials',
  properties: {
    factorId: () =>
      p
        .oneToOne(FactorEntity)
        .mapToPk()
        .joinColumn('factor_id')
        .primary()
        .updateRule('no action')
        .deleteRule('cascade'),
    credentialId: p.blob().unique(),
    publicKey: p.blob(),
    counter: p.bigint('number'),
    transports: p.array(),
    aaguid: p.text(),
  },
});

export class FactorCredentialEntity extends FactorCredentialSchema.class {}
FactorCredentialSchema.setClass(FactorCredentialEntity);
