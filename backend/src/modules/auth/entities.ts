import type { EntityClass } from '@mikro-orm/postgresql';
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

/** Entities of this module. */
export const authEntities: EntityClass<object>[] = [
  AccountDeletionEntity,
  FactorChallengeEntity,
  FactorCredentialEntity,
  FactorEntity,
  RecoveryCodeEntity,
  CustomProviderEntity,
  OAuthFlowEntity,
  OneTimeTokenEntity,
  PasskeyChallengeEntity,
  PasskeyEntity,
  FlowStateEntity,
  KnownDeviceEntity,
  RefreshTokenEntity,
  SessionEntity,
  SsoDomainEntity,
  SsoProviderEntity,
  IdentityEntity,
  UserEntity,
  WalletMessageEntity,
];
