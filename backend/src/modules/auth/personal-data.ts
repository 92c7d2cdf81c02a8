import { Injectable } from '@nestjs/common';
import { OutboxEventEntity } from '../../platform/outbox/outbox-event.entity.js';
import type { Person } from '../../platform/personal-data/personal-data.port.js';
import { PersonalRows } from '../../platform/personal-data/personal-rows.repository.js';
import type { PersonalTable } from '../../platform/personal-data/personal-table.js';
import { StoredPersonalData } from '../../platform/personal-data/stored-personal-data.js';
import { userEmailChanged, userSignedInOnNewDevice, userSmsRequested } from './core/events.js';
import { FactorChallengeEntity } from './factors/factor-challenge.entity.js';
import { FactorCredentialEntity } from './factors/factor-credential.entity.js';
import { FactorEntity } from './factors/factor.entity.js';
import { RecoveryCodeEntity } from './mfa/recovery-code.entity.js';
import { CustomProviderEntity } from './oauth/persistence/custom-provider.entity.js';
import { OAuthFlowEntity } from './oauth/persistence/oauth-flow.entity.js';
import { OneTimeTokenEntity } from './one-time-tokens/one-time-token.entity.js';
import { PasskeyChallengeEntity } from './passkeys/passkey-challenge.entity.js';
import { PasskeyEntity } from './passkeys/passkey.entity.js';
import { FlowStateEntity } from './pkce/flow-state.entity.js';
import { KnownDeviceEntity } from './sessions/persistence/known-device.entity.js';
import { RefreshTokenEntity } from './sessions/persistence/refresh-token.entity.js';
import { SessionEntity } from './sessions/persistence/session.entity.js';
import { SsoDomainEntity } from './sso/sso-domain.entity.js';
import { SsoProviderEntity } from './sso/sso-provider.entity.js';
import { AccountDeletionEntity } from './users/persistence/account-deletion.entity.js';
import { IdentityEntity } from './users/persistence/identity.entity.js';
import { UserEntity } from './users/persistence/user.entity.js';
import { WalletMessageEntity } from './web3/wallet-message.entity.js';

const OF_USER = 'user_id = :userId';

export const authTables: readonly PersonalTable[] = [
  {
    entity: UserEntity,
    rows: 'id = :userId',
    // The email of a soft-deleted user is a keyed hash.
    keep: { placeholder: 'id aud role origin email isAnonymous isSsoUser deletedAt createdAt updatedAt' },
    anonymize: {
      emailNormalized: null,
      emailConfirmedAt: null,
      phone: null,
      phoneConfirmedAt: null,
      passwordHash: null,
      fullName: '',
      appMetadata: {},
      userMetadata: {},
      hasFactors: false,
      newEmail: null,
      newPhone: null,
      emailChangeConfirmedBy: null,
      invitedAt: null,
      confirmationSentAt: null,
      recoverySentAt: null,
      emailChangeSentAt: null,
      phoneChangeSentAt: null,
      reauthenticationSentAt: null,
      lastSignInAt: null,
      bannedUntil: null,
      termsVersion: null,
      termsAcceptedAt: null,
    },
    withhold: 'passwordHash emailNormalized',
  },
  { entity: AccountDeletionEntity, rows: OF_USER, delete: 'userId requestedAt scheduledFor canceledPlan' },
  {
    entity: IdentityEntity,
    rows: OF_USER,
    delete: 'id userId provider providerId email identityData lastSignInAt createdAt updatedAt',
  },
  {
    entity: SessionEntity,
    rows: OF_USER,
    delete:
      'id userId aal amr factorId userAgent ip refreshCounter refreshedAt notAfter recovery passkeyId createdAt updatedAt',
    withhold: 'refreshCounter',
  },
  // Deleted with their sessions.
  { entity: RefreshTokenEntity, delete: 'tokenHash sessionId counter salt createdAt' },
  {
    entity: OAuthFlowEntity,
    delete:
      'id provider browserHash nonce redirectTo codeChallenge codeChallengeMethod sessionId createdAt expiresAt',
  },
  {
    entity: KnownDeviceEntity,
    rows: OF_USER,
    delete: 'userId name tokenHash expiresAt firstSeenAt',
    withhold: 'tokenHash',
  },
  {
    entity: FlowStateEntity,
    rows: OF_USER,
    delete:
      'id userId codeChallenge codeChallengeMethod method codeHash codeExpiresAt providerTokens sessionId createdAt expiresAt',
    withhold: 'all',
  },
  {
    entity: OneTimeTokenEntity,
    rows: OF_USER,
    delete: 'tokenHash userId purpose recipient flowId codeHash guesses createdAt expiresAt',
    withhold: 'tokenHash codeHash flowId guesses',
  },
  {
    entity: FactorEntity,
    rows: OF_USER,
    delete:
      'id userId factorType friendlyName status secret lastStep lastChallengedAt phone createdAt updatedAt',
    withhold: 'secret lastStep',
  },
  // Deleted with their factors.
  { entity: FactorChallengeEntity, delete: 'id factorId ip challenge codeHash sessionId expiresAt' },
  { entity: FactorCredentialEntity, delete: 'factorId credentialId publicKey counter transports aaguid' },
  { entity: RecoveryCodeEntity, delete: 'userId codeHash createdAt usedAt factorId' },
  {
    entity: PasskeyEntity,
    rows: OF_USER,
    delete:
      'id userId credentialId publicKey counter transports aaguid friendlyName createdAt updatedAt lastUsedAt',
    withhold: 'credentialId publicKey counter',
  },
  {
    entity: PasskeyChallengeEntity,
    rows: OF_USER,
    delete: 'id userId challenge expiresAt',
    withhold: 'all',
  },
  // A hash of the wallet's address and a nonce, deleted after minutes.
  { entity: WalletMessageEntity, keep: { notPersonal: 'messageHash expiresAt' } },
  {
    entity: CustomProviderEntity,
    keep: {
      notPersonal:
        'id identifier providerType name clientId encryptedSecret acceptableClientIds scopes pkceEnabled attributeMapping ' +
        'customClaimsAllowlist authorizationParams enabled emailOptional issuer discoveryUrl skipNonceCheck discoveryDocument ' +
        'authorizationUrl tokenUrl userinfoUrl jwksUri revision createdAt updatedAt',
    },
  },
  {
    entity: SsoProviderEntity,
    keep: {
      notPersonal:
        'id entityId metadataUrl metadataXml entryPoint certificates attributeMapping nameIdFormat disabled createdAt updatedAt',
    },
  },
  { entity: SsoDomainEntity, keep: { notPersonal: 'domain providerId' } },
];

/** Events whose payload contains more than IDs. They must not be handled after the erasure. */
const PERSONAL_EVENTS = [userEmailChanged, userSignedInOnNewDevice, userSmsRequested]
  .map(({ topic }) => `(topic = '${topic}' and payload ->> 'userId' = :userId::text)`)
  .join(' or ');

/** The account, its credentials and sessions. A hard deletion has deleted most of it already. */
@Injectable()
export class AccountPersonalData extends StoredPersonalData {
  override readonly id = 'account';
  protected override readonly tables = authTables;

  constructor(protected override readonly rows: PersonalRows) {
    super();
  }

  override async erasePersonalData(person: Person): Promise<void> {
    await super.erasePersonalData(person);
    await this.rows.delete(OutboxEventEntity, PERSONAL_EVENTS, { ...person });
  }
}
