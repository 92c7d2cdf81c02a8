import { Module, RequestMethod, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { DeleteUser } from './application/admin/delete-user.js';
import { GenerateLink } from './application/admin/generate-link.js';
import { InviteUser } from './application/admin/invite-user.js';
import { ListUsers } from './application/admin/list-users.js';
import { ManageUsers } from './application/admin/manage-users.js';
import { Accounts } from './application/accounts/accounts.js';
import { Callers } from './application/sessions/callers.js';
import { ChangeEmail } from './application/accounts/change-email.js';
import { ChangeOwnAccount } from './application/accounts/change-own-account.js';
import { ClaimPaidAccount } from './application/links/claim-paid-account.js';
import { CreateAccount } from './application/accounts/create-account.js';
import { EnsureFirstAdministrator } from './application/accounts/ensure-first-administrator.js';
import { CodeUse } from './application/links/code-use.js';
import { EnrollFactor } from './application/factors/enroll-factor.js';
import { FactorSecrets } from './application/factors/factor-secrets.js';
import { RemoveFactor } from './application/factors/remove-factor.js';
import { VerifyFactor } from './application/factors/verify-factor.js';
import { ElevateSession } from './application/sessions/elevate-session.js';
import { ExchangeCode } from './application/flows/exchange-code.js';
import { Flows } from './application/flows/flows.js';
import { LinkUse } from './application/links/link-use.js';
import { MailInterval } from './application/sign-up/mail-interval.js';
import { OneTimeCodes } from './application/links/one-time-codes.js';
import { OneTimeLinks } from './application/links/one-time-links.js';
import { OwnAccount } from './application/accounts/own-account.js';
import { PasswordAttempts } from './application/passwords/password-attempts.js';
import { Passwords } from './application/passwords/passwords.js';
import { KeepIdentity } from './application/providers/keep-identity.js';
import { LinkIdentity } from './application/providers/link-identity.js';
import { RecognisePerson } from './application/providers/recognise-person.js';
import { SignInElsewhere } from './application/providers/sign-in-elsewhere.js';
import { SignInWithIdToken } from './application/providers/sign-in-with-id-token.js';
import { SignInWithWallet } from './application/providers/sign-in-with-wallet.js';
import { ManageSsoProviders } from './application/sso/manage-sso-providers.js';
import { OpenArrival } from './application/providers/open-arrival.js';
import { SignInWithSso } from './application/sso/sign-in-with-sso.js';
import { VisitProvider } from './application/providers/visit-provider.js';
import { ProveAddress } from './application/accounts/prove-address.js';
import { ProvePaidAccount } from './application/links/prove-paid-account.js';
import { ProvePassword } from './application/passwords/prove-password.js';
import { Reauthenticate } from './application/accounts/reauthenticate.js';
import { RegisterAccount } from './application/sign-up/register-account.js';
import { RequestMail } from './application/sign-up/request-mail.js';
import { RequestSignIn } from './application/sign-up/request-sign-in.js';
import { RotateSession } from './application/sessions/rotate-session.js';
import { SetOwnPassword } from './application/accounts/set-own-password.js';
import { SessionGrants } from './application/sessions/session-grants.js';
import { SignInWithPassword } from './application/sessions/sign-in-with-password.js';
import { SignOut } from './application/sessions/sign-out.js';
import { SignUp } from './application/sign-up/sign-up.js';
import { Sweep } from './application/sweep.js';
import { VerifyEmailChange } from './application/links/verify-email-change.js';
import { VerifyLink } from './application/links/verify-link.js';
import { WaysIn } from './application/accounts/ways-in.js';
import { AccessTokens } from './domain/access-tokens.js';
import { AuthenticatorCodes } from './domain/authenticator-codes.js';
import { IdentityProviders } from './domain/identity-providers.js';
import { PasswordHasher } from './domain/password-hasher.js';
import { SamlDialogue } from './domain/sso-provider.js';
import { WalletSignatures } from './domain/wallet-signatures.js';
import { AbsentController } from './http/absent.controller.js';
import { AdminFactorsController } from './http/admin-factors.controller.js';
import { FactorsController } from './http/factors.controller.js';
import { AdminUsersController } from './http/admin-users.controller.js';
import { GenerateLinkController } from './http/generate-link.controller.js';
import { AccessGuard } from './http/guards/access.guard.js';
import { BearerStrategy } from './http/guards/bearer.strategy.js';
import { DiscoveryController } from './http/discovery.controller.js';
import { IdentitiesController } from './http/identities.controller.js';
import { AdminSsoController } from './http/admin-sso.controller.js';
import { SsoController } from './http/sso.controller.js';
import { ProvidersController } from './http/providers.controller.js';
import { formBodies } from './http/wire/form-bodies.js';
import { PaymentLinkAnswers } from './http/payment-link-answers.js';
import { Redirects } from './http/wire/redirects.js';
import { MailController } from './http/mail.controller.js';
import { SignUpController } from './http/sign-up.controller.js';
import { TokenController } from './http/token.controller.js';
import { UserController } from './http/user.controller.js';
import { VerifyController } from './http/verify.controller.js';
import { WireBodyErrors } from './http/wire/wire-body-errors.js';
import { AccountsRepository } from './persistence/accounts.repository.js';
import { CallersRepository } from './persistence/callers.repository.js';
import { FactorsRepository } from './persistence/factors.repository.js';
import { FlowStatesRepository } from './persistence/flow-states.repository.js';
import { IdentitiesRepository } from './persistence/identities.repository.js';
import { SsoProvidersRepository } from './persistence/sso-providers.repository.js';
import { ProviderFlowsRepository } from './persistence/provider-flows.repository.js';
import { OneTimeTokensRepository } from './persistence/one-time-tokens.repository.js';
import { SessionsRepository } from './persistence/sessions.repository.js';
import { WalletMessagesRepository } from './persistence/wallet-messages.repository.js';
import { NodeSamlDialogue } from './providers/identity/node-saml-dialogue.js';
import { ConnectedProviders } from './providers/identity/connected-providers.js';
import { WalletSignatureChecks } from './providers/wallet-signature-checks.js';
import { Argon2Hasher } from './providers/argon2-hasher.js';
import { OtplibAuthenticatorCodes } from './providers/otplib-authenticator-codes.js';
import { JoseAccessTokens } from './providers/jose-access-tokens.js';

const controllers = [
  SignUpController,
  MailController,
  TokenController,
  UserController,
  VerifyController,
  FactorsController,
  ProvidersController,
  IdentitiesController,
  SsoController,
  AdminSsoController,
  AdminUsersController,
  AdminFactorsController,
  GenerateLinkController,
  DiscoveryController,
  AbsentController,
];
const wire = [
  BearerStrategy,
  PaymentLinkAnswers,
  Redirects,
  WireBodyErrors,
  { provide: APP_GUARD, useClass: AccessGuard },
];
const faces = [Accounts, EnsureFirstAdministrator, OneTimeLinks, Passwords];
const useCases = [
  Callers,
  ChangeEmail,
  ChangeOwnAccount,
  ClaimPaidAccount,
  CodeUse,
  CreateAccount,
  DeleteUser,
  ElevateSession,
  EnrollFactor,
  ExchangeCode,
  FactorSecrets,
  Flows,
  GenerateLink,
  InviteUser,
  KeepIdentity,
  LinkIdentity,
  LinkUse,
  ListUsers,
  MailInterval,
  ManageSsoProviders,
  ManageUsers,
  OneTimeCodes,
  OpenArrival,
  OwnAccount,
  PasswordAttempts,
  ProveAddress,
  ProvePaidAccount,
  ProvePassword,
  Reauthenticate,
  RecognisePerson,
  RegisterAccount,
  RequestMail,
  RequestSignIn,
  RemoveFactor,
  RotateSession,
  SessionGrants,
  SetOwnPassword,
  SignInElsewhere,
  SignInWithIdToken,
  SignInWithPassword,
  SignInWithSso,
  SignInWithWallet,
  SignOut,
  SignUp,
  Sweep,
  VerifyEmailChange,
  VerifyFactor,
  VerifyLink,
  VisitProvider,
  WaysIn,
];
const persistence = [
  AccountsRepository,
  CallersRepository,
  FactorsRepository,
  FlowStatesRepository,
  IdentitiesRepository,
  OneTimeTokensRepository,
  ProviderFlowsRepository,
  SessionsRepository,
  SsoProvidersRepository,
  WalletMessagesRepository,
];
const providers = [
  { provide: AccessTokens, useClass: JoseAccessTokens },
  { provide: IdentityProviders, useClass: ConnectedProviders },
  { provide: AuthenticatorCodes, useClass: OtplibAuthenticatorCodes },
  { provide: PasswordHasher, useClass: Argon2Hasher },
  { provide: SamlDialogue, useClass: NodeSamlDialogue },
  { provide: WalletSignatures, useClass: WalletSignatureChecks },
];

@Module({
  imports: [PassportModule],
  controllers,
  providers: [...persistence, ...providers, ...useCases, ...faces, ...wire],
  exports: [...faces, Sweep],
})
export class AuthModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    const paths = ['auth/v1/callback', 'auth/v1/sso/saml/acs'];
    consumer.apply(formBodies).forRoutes(...paths.map((path) => ({ path, method: RequestMethod.POST })));
  }
}
