import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { DomainError } from '../../../../platform/errors/domain-error.js';
import { Captcha } from '../../../../platform/security/captcha.js';
import { UserBannedError } from '../../domain/auth-errors.js';
import { PasskeyRefusedError } from '../../domain/passkey-errors.js';
import { WebAuthn } from '../../domain/webauthn.js';
import { isBanned, type AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { PasskeysRepository, type PasskeyRow } from '../../persistence/passkeys.repository.js';
import { SessionGrants, type OpenSession, type SessionGrant } from '../sessions/session-grants.js';
import { PasskeyChallenges, type PasskeyChallenge } from './passkey-challenges.js';

/**
 * Signs in by a key on the device, without a name and without a password. The device has verified its user, so the session is of the
 * second level.
 */
@Injectable()
export class SignInWithPasskey {
  constructor(
    private readonly database: Database,
    private readonly captcha: Captcha,
    private readonly accounts: AccountsRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly challenges: PasskeyChallenges,
    private readonly webauthn: WebAuthn,
    private readonly grants: SessionGrants,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async ask(captchaToken: string | undefined): Promise<PasskeyChallenge> {
    await this.captcha.check(captchaToken);
    return this.challenges.issue(null, await this.webauthn.request('passkey'));
  }

  /** Unknown keys and wrong signatures are refused alike. Throws `user_banned` and `email_not_confirmed` to the right owner. */
  async signIn(challengeId: string, response: unknown): Promise<SessionGrant> {
    const challenge = await this.challenges.take(challengeId, null);
    const passkey = await this.find(response);
    const counter = passkey && (await this.webauthn.signed('passkey', challenge, response, passkey));
    if (!passkey || counter === undefined) {
      await this.refused(passkey);
      throw new PasskeyRefusedError();
    }
    const { account, session } = await this.database.transaction(() => this.open(passkey, counter));
    return this.grants.grant(account, session);
  }

  private async find(response: unknown): Promise<PasskeyRow | undefined> {
    const claim = this.webauthn.claimOf(response);
    const passkey = claim && (await this.passkeys.findByCredential(claim.credentialId));
    const others = claim?.accountId !== undefined && claim.accountId !== passkey?.accountId;
    return others ? undefined : passkey;
  }

  private async open(
    { id, accountId }: PasskeyRow,
    counter: number,
  ): Promise<{ account: AccountEntity; session: OpenSession }> {
    const account = await this.accounts.lockById(accountId);
    if (!account || !(await this.passkeys.used(id, counter, this.clock.now()))) {
      throw new PasskeyRefusedError();
    }
    if (isBanned(account, this.clock.now())) throw new UserBannedError('forbidden');
    const proven = account.emailConfirmedAt ?? account.phoneConfirmedAt;
    if (proven == null && account.origin !== 'payment') {
      throw new DomainError('forbidden', 'email_not_confirmed', 'Email not confirmed');
    }
    return { account, session: await this.grants.open(account, 'passkey', { passkeyId: id }) };
  }

  private refused(passkey: PasskeyRow | undefined): Promise<void> {
    return this.audit.record({
      actorId: null,
      action: 'passkey.refused',
      ...(passkey ? { subject: { type: 'account', id: passkey.accountId } } : {}),
    });
  }
}
