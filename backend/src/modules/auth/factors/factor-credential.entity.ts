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
    credentialId: p.blob().$type<Buffer>().unique(),
    publicKey: p.blob().$type<Buffer>(),
    /** Signature counter; 0 if the device does not count. */
    counter: p.bigint('number'),
    /** `AuthenticatorTransport` values. */
    transports: p.array(),
    /** The authenticator model; zeros if undisclosed. */
    aaguid: p.text(),
  },
});

export class FactorCredentialEntity extends FactorCredentialSchema.class {}
FactorCredentialSchema.setClass(FactorCredentialEntity);
