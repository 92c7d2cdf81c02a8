import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { DeleteUser } from './application/admin/delete-user.js';
import { GenerateLink } from './application/admin/generate-link.js';
import { InviteUser } from './application/admin/invite-user.js';
import { ListUsers } from './application/admin/list-users.js';
import { ManageUsers } from './application/admin/manage-users.js';
import { Users } from './application/users/users.js';
import { InactiveAnonymousUsers } from './application/users/inactive-anonymous-users.js';
import { AuthenticateCaller } from './application/sessions/authenticate-caller.js';
import { ChangeEmail } from './application/users/change-email.js';
import { UpdateCurrentUser } from './application/users/update-current-user.js';
import { ClaimPaidUser } from './application/links/claim-paid-user.js';
import { ConvertAnonymousUser } from './application/users/convert-anonymous-user.js';
import { CreateUser } from './application/users/create-user.js';
import { EnsureFirstAdministrator } from './application/users/ensure-first-administrator.js';
import { CodeUse } from './application/links/code-use.js';
import { AcceptFactor } from './application/factors/accept-factor.js';
import { BeginFactor } from './application/factors/begin-factor.js';
import { ChallengeFactor } from './application/factors/challenge-factor.js';
import { FactorChallenges } from './application/factors/factor-challenges.js';
import { FactorSwitches } from './application/factors/factor-switches.js';
import { VerifyDevice } from './application/factors/verify-device.js';
import { ChangeFactor } from './application/factors/change-factor.js';
import { EnrollFactor } from './application/factors/enroll-factor.js';
import { FactorGuesses } from './application/factors/factor-guesses.js';
import { FactorSecrets } from './application/factors/factor-secrets.js';
import { RecoveryCodes } from './application/factors/recovery-codes.js';
import { RemoveFactor } from './application/factors/remove-factor.js';
import { UseRecoveryCode } from './application/factors/use-recovery-code.js';
import { VerifyFactor } from './application/factors/verify-factor.js';
import { MfaRequirement } from './application/factors/mfa-requirement.js';
import { StaffMfa } from './application/factors/staff-mfa.js';
import { ContinueSession } from './application/sessions/continue-session.js';
import { ElevateSession } from './application/sessions/elevate-session.js';
import { ExchangeCode } from './application/flows/exchange-code.js';
import { Flows } from './application/flows/flows.js';
import { KnownDevices } from './application/sessions/known-devices.js';
import { LinkUse } from './application/links/link-use.js';
import { ManagePasskeys } from './application/passkeys/manage-passkeys.js';
import { PasskeyChallenges } from './application/passkeys/passkey-challenges.js';
import { RegisterPasskey } from './application/passkeys/register-passkey.js';
import { SignInWithPasskey } from './application/passkeys/sign-in-with-passkey.js';
import { EmailInterval } from './application/sign-up/email-interval.js';
import { OneTimeCodes } from './application/links/one-time-codes.js';
import { OneTimeLinks } from './application/links/one-time-links.js';
import { OwnSessions } from './application/sessions/own-sessions.js';
import { CurrentUser } from './application/users/current-user.js';
import { PasswordAttempts } from './application/passwords/password-attempts.js';
import { Passwords } from './application/passwords/passwords.js';
import { ChangePhone } from './application/phones/change-phone.js';
import { ConfirmPhone } from './application/phones/confirm-phone.js';
import { RequestSms } from './application/phones/request-sms.js';
import { SignUpByPhone } from './application/phones/sign-up-by-phone.js';
import { SmsCodes } from './application/phones/sms-codes.js';
import { VerifyPhone } from './application/phones/verify-phone.js';
import { CustomProviderSecrets } from './application/providers/custom-provider-secrets.js';
import { SaveIdentity } from './application/providers/save-identity.js';
import { LinkIdentity } from './application/providers/link-identity.js';
import { ManageCustomProviders } from './application/providers/manage-custom-providers.js';
import { OfferedProviders } from './application/providers/offered-providers.js';
import { ResolveIdentity } from './application/providers/resolve-identity.js';
import { SignInWithOAuth } from './application/providers/sign-in-with-oauth.js';
import { SignInWithIdToken } from './application/providers/sign-in-with-id-token.js';
import { SignInWithWallet } from './application/providers/sign-in-with-wallet.js';
import { ManageSsoProviders } from './application/sso/manage-sso-providers.js';
import { CompleteSignIn } from './application/providers/complete-sign-in.js';
import { ReadAuditLog } from './application/admin/read-audit-log.js';
import { SignInWithSso } from './application/sso/sign-in-with-sso.js';
import { OAuthFlow } from './application/providers/oauth-flow.js';
import { ConfirmEmail } from './application/users/confirm-email.js';
import { ConfirmPaidUser } from './application/links/confirm-paid-user.js';
import { VerifyPassword } from './application/passwords/verify-password.js';
import { Reauthenticate } from './application/users/reauthenticate.js';
import { RegisterUser } from './application/sign-up/register-user.js';
import { RequestEmail } from './application/sign-up/request-email.js';
import { RequestSignIn } from './application/sign-up/request-sign-in.js';
import { RotateSession } from './application/sessions/rotate-session.js';
import { SetOwnPassword } from './application/users/set-own-password.js';
import { SessionGrants } from './application/sessions/session-grants.js';
import { SignInWithPassword } from './application/sessions/sign-in-with-password.js';
import { SignOut } from './application/sessions/sign-out.js';
import { SignUpAnonymously } from './application/sign-up/sign-up-anonymously.js';
import { SignUp } from './application/sign-up/sign-up.js';
import { PurgeExpiredRows } from './application/purge-expired-rows.js';
import { VerifyEmailChange } from './application/links/verify-email-change.js';
import { VerifyLink } from './application/links/verify-link.js';
import { UserCredentials } from './application/users/user-credentials.js';
import { AccessTokens } from './domain/access-tokens.js';
import { AuthenticatorCodes } from './domain/authenticator-codes.js';
import { BreachedPasswords } from './domain/breached-passwords.js';
import { Devices } from './domain/devices.js';
import { PasswordHasher } from './domain/password-hasher.js';
import { WebAuthn } from './domain/webauthn.js';
import { IdentityProviders } from './domain/identity-providers.js';
import { SamlClient } from './domain/sso-provider.js';
import { WalletSignatures } from './domain/wallet-signatures.js';
import { NotFoundController } from './http/not-found.controller.js';
import { AdminAuditController } from './http/admin-audit.controller.js';
import { AdminCustomProvidersController } from './http/admin-custom-providers.controller.js';
import { AdminFactorsController } from './http/admin-factors.controller.js';
import { AdminPasskeysController } from './http/admin-passkeys.controller.js';
import { FactorRecoveryCodesController } from './http/factor-recovery-codes.controller.js';
import { FactorsController } from './http/factors.controller.js';
import { AdminUsersController } from './http/admin-users.controller.js';
import { GenerateLinkController } from './http/generate-link.controller.js';
import { AccessGuard } from './http/guards/access.guard.js';
import { BearerStrategy } from './http/guards/bearer.strategy.js';
import { DeviceCookie } from './http/device-cookie.middleware.js';
import { DiscoveryController } from './http/discovery.controller.js';
import { IdentitiesController } from './http/identities.controller.js';
import { AdminSsoController } from './http/admin-sso.controller.js';
import { SsoController } from './http/sso.controller.js';
import { ProvidersController } from './http/providers.controller.js';
import { PaymentLinkActions } from './http/payment-link-actions.js';
import { Redirects } from './http/wire/redirects.js';
import { EmailOtpController } from './http/email-otp.controller.js';
import { PasskeySignInController } from './http/passkey-sign-in.controller.js';
import { PasskeysController } from './http/passkeys.controller.js';
import { CurrentUserController } from './http/current-user.controller.js';
import { AccountSessionsController } from './http/account-sessions.controller.js';
import { RecoveryCodesController } from './http/recovery-codes.controller.js';
import { SignUpController } from './http/sign-up.controller.js';
import { TokenController } from './http/token.controller.js';
import { UserController } from './http/user.controller.js';
import { VerifyController } from './http/verify.controller.js';
import { WireBodyErrors } from './http/wire/wire-body-errors.js';
import { UsersRepository } from './persistence/users.repository.js';
import { AuditLogRepository } from './persistence/audit-log.repository.js';
import { CallersRepository } from './persistence/callers.repository.js';
import { CustomProvidersRepository } from './persistence/custom-providers.repository.js';
import { ExpiredRowsRepository } from './persistence/expired-rows.repository.js';
import { FactorsRepository } from './persistence/factors.repository.js';
import { FlowStatesRepository } from './persistence/flow-states.repository.js';
import { KnownDevicesRepository } from './persistence/known-devices.repository.js';
import { IdentitiesRepository } from './persistence/identities.repository.js';
import { SsoProvidersRepository } from './persistence/sso-providers.repository.js';
import { OAuthFlowsRepository } from './persistence/oauth-flows.repository.js';
import { OneTimeTokensRepository } from './persistence/one-time-tokens.repository.js';
import { PasskeysRepository } from './persistence/passkeys.repository.js';
import { RecoveryCodesRepository } from './persistence/recovery-codes.repository.js';
import { SessionLevelsRepository } from './persistence/session-levels.repository.js';
import { SessionsRepository } from './persistence/sessions.repository.js';
import { WalletMessagesRepository } from './persistence/wallet-messages.repository.js';
import { NodeSamlClient } from './providers/identity/node-saml-client.js';
import { ConnectedProviders } from './providers/identity/connected-providers.js';
import { WalletSignatureChecks } from './providers/wallet-signature-checks.js';
import { Argon2Hasher } from './providers/argon2-hasher.js';
import { BreachedPasswordList } from './providers/breached-password-list.js';
import { BowserDevices } from './providers/bowser-devices.js';
import { SimpleWebAuthn } from './providers/simple-webauthn.js';
import { OtplibAuthenticatorCodes } from './providers/otplib-authenticator-codes.js';
import { SignedAccessTokens } from './providers/signed-access-tokens.js';

const controllers = [
  SignUpController,
  EmailOtpController,
  TokenController,
  CurrentUserController,
  UserController,
  VerifyController,
  // Must precede FactorsController: `recovery-codes` would match its `:id` parameter.
  FactorRecoveryCodesController,
  FactorsController,
  PasskeySignInController,
  PasskeysController,
  RecoveryCodesController,
  AccountSessionsController,
  ProvidersController,
  IdentitiesController,
  SsoController,
  AdminCustomProvidersController,
  AdminSsoController,
  AdminUsersController,
  AdminAuditController,
  AdminFactorsController,
  AdminPasskeysController,
  GenerateLinkController,
  DiscoveryController,
  NotFoundController,
];
const wire = [
  BearerStrategy,
  PaymentLinkActions,
  Redirects,
  WireBodyErrors,
  { provide: APP_GUARD, useClass: AccessGuard },
];
const publicApi = [
  InactiveAnonymousUsers,
  Users,
  EnsureFirstAdministrator,
  OneTimeLinks,
  Passwords,
  SmsCodes,
];
const useCases = [
  AcceptFactor,
  BeginFactor,
  AuthenticateCaller,
  ChallengeFactor,
  ChangeEmail,
  ChangeFactor,
  UpdateCurrentUser,
  ChangePhone,
  ClaimPaidUser,
  CodeUse,
  ContinueSession,
  ConvertAnonymousUser,
  CreateUser,
  CustomProviderSecrets,
  DeleteUser,
  ElevateSession,
  EnrollFactor,
  ExchangeCode,
  FactorChallenges,
  FactorGuesses,
  FactorSecrets,
  FactorSwitches,
  Flows,
  GenerateLink,
  InviteUser,
  KnownDevices,
  LinkUse,
  ListUsers,
  EmailInterval,
  ManagePasskeys,
  SaveIdentity,
  LinkIdentity,
  ManageCustomProviders,
  ManageSsoProviders,
  ManageUsers,
  OfferedProviders,
  OneTimeCodes,
  CompleteSignIn,
  CurrentUser,
  OwnSessions,
  PasskeyChallenges,
  PasswordAttempts,
  ConfirmEmail,
  ConfirmPaidUser,
  ConfirmPhone,
  VerifyPassword,
  ReadAuditLog,
  Reauthenticate,
  RecoveryCodes,
  ResolveIdentity,
  RegisterUser,
  RegisterPasskey,
  RequestEmail,
  RequestSignIn,
  RequestSms,
  RemoveFactor,
  RotateSession,
  MfaRequirement,
  StaffMfa,
  SessionGrants,
  SetOwnPassword,
  SignInWithPasskey,
  SignInWithOAuth,
  SignInWithIdToken,
  SignInWithPassword,
  SignInWithSso,
  SignInWithWallet,
  SignOut,
  SignUp,
  SignUpAnonymously,
  SignUpByPhone,
  PurgeExpiredRows,
  UseRecoveryCode,
  VerifyDevice,
  VerifyEmailChange,
  VerifyFactor,
  VerifyLink,
  VerifyPhone,
  OAuthFlow,
  UserCredentials,
];
const persistence = [
  UsersRepository,
  AuditLogRepository,
  CallersRepository,
  CustomProvidersRepository,
  ExpiredRowsRepository,
  FactorsRepository,
  FlowStatesRepository,
  KnownDevicesRepository,
  OneTimeTokensRepository,
  PasskeysRepository,
  RecoveryCodesRepository,
  IdentitiesRepository,
  OAuthFlowsRepository,
  SessionLevelsRepository,
  SessionsRepository,
  SsoProvidersRepository,
  WalletMessagesRepository,
];
const providers = [
  { provide: AccessTokens, useClass: SignedAccessTokens },
  { provide: IdentityProviders, useClass: ConnectedProviders },
  { provide: AuthenticatorCodes, useClass: OtplibAuthenticatorCodes },
  { provide: BreachedPasswords, useClass: BreachedPasswordList },
  { provide: Devices, useClass: BowserDevices },
  { provide: WebAuthn, useClass: SimpleWebAuthn },
  { provide: PasswordHasher, useClass: Argon2Hasher },
  { provide: SamlClient, useClass: NodeSamlClient },
  { provide: WalletSignatures, useClass: WalletSignatureChecks },
];

/** Routes that can create a session. */
const SIGN_IN_PATHS = ['signup', 'token', 'verify', 'passkeys/authentication/verify'].map(
  (path) => `auth/v1/${path}`,
);

@Module({
  imports: [PassportModule, JwtModule.register({})],
  controllers,
  providers: [...persistence, ...providers, ...useCases, ...publicApi, ...wire],
  exports: [...publicApi, PurgeExpiredRows],
})
export class AuthModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(DeviceCookie).forRoutes(...SIGN_IN_PATHS);
  }
}
