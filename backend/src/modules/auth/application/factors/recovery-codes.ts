import { Injectable } from '@nestjs/common';
import { createHmac, randomInt } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Database } from '../../../../platform/database/database.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { accountRecoveryCodesMade } from '../../domain/events.js';
import {
  FactorNameTakenError,
  FactorNotFoundError,
  InsufficientLevelError,
} from '../../domain/factor-errors.js';
import { AccountGoneError } from '../../domain/session-errors.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { FactorsRepository } from '../../persistence/factors.repository.js';
import { RecoveryCodesRepository, type RecoverySet } from '../../persistence/recovery-codes.repository.js';
import type { ProvenCaller } from '../sessions/callers.js';

const HOW_MANY = 10;
/** What people mistake for one another is left out: 31 signs, ten of them hold 49 bits. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const HALF = 5;
const NAME = 'Recovery codes';

/** As they are shown this once, and what they are listed as. */
export interface MadeRecoveryCodes {
  id: string;
  friendlyName: string;
  codes: string[];
}

/** Ten codes on paper that each stand in once for a lost second factor. */
@Injectable()
export class RecoveryCodes {
  private readonly key: Buffer;

  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly factors: FactorsRepository,
    private readonly codes: RecoveryCodesRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
    settings: Settings,
  ) {
    this.key = createHmac('sha256', settings.auth.sharedSecret).update('recovery codes').digest();
  }

  setOf(accountId: string): Promise<RecoverySet | undefined> {
    return this.codes.setOf(accountId);
  }

  /**
   * Makes ten, shown this once; all earlier ones work no more. The set keeps its id and its name; a new one may be given another than
   * ours. Throws `mfa_factor_not_found` for an account without a factor that counts, `insufficient_aal` in a session that has not
   * shown one, and `mfa_factor_name_conflict`.
   */
  async make({ accountId, aal }: ProvenCaller, wishedName?: string): Promise<MadeRecoveryCodes> {
    const codes = Array.from({ length: HOW_MANY }, newCode);
    const set = await this.database.transaction(async () => {
      const account = await this.accounts.lockById(accountId);
      if (!account) throw new AccountGoneError();
      const factors = await this.factors.of(account);
      if (!factors.some(({ status }) => status === 'verified')) throw new FactorNotFoundError();
      if (aal === 'aal1') throw new InsufficientLevelError('forbidden');
      const hashes = codes.map((code) => this.hash(accountId, code));
      const kept = (await this.codes.setOf(accountId)) ?? (await this.begin(account, wishedName));
      await this.codes.replace({ accountId, setId: kept.id }, hashes, this.clock.now());
      await this.outbox.emit(accountRecoveryCodesMade, { accountId });
      await this.audit.record({
        actorId: accountId,
        action: 'recovery-codes.made',
        subject: { type: 'account', id: accountId },
      });
      return kept;
    });
    return { id: set.id, friendlyName: set.friendlyName, codes };
  }

  /** Gives the id of the set. Throws `mfa_factor_not_found` when there is none, and `insufficient_aal`. */
  async remove({ accountId, aal }: ProvenCaller): Promise<string> {
    return this.database.transaction(async () => {
      if (!(await this.accounts.lockById(accountId))) throw new AccountGoneError();
      const set = await this.codes.setOf(accountId);
      if (!set) throw new FactorNotFoundError();
      if (aal === 'aal1') throw new InsufficientLevelError('forbidden');
      await this.codes.removeAllOf(accountId);
      await this.audit.record({
        actorId: accountId,
        action: 'recovery-codes.removed',
        subject: { type: 'account', id: accountId },
        details: { factorId: set.id },
      });
      return set.id;
    });
  }

  /** Our own name gives way to one that the owner chose for a factor. */
  private async begin(
    account: AccountEntity,
    wishedName: string | undefined,
  ): Promise<Pick<RecoverySet, 'id' | 'friendlyName'>> {
    const taken = (await this.factors.listOf(account)).map(({ friendlyName }) => friendlyName);
    if (wishedName !== undefined && taken.includes(wishedName)) throw new FactorNameTakenError();
    let friendlyName = wishedName ?? NAME;
    for (let number = 2; taken.includes(friendlyName); number++) friendlyName = `${NAME} ${number}`;
    const id = uuid();
    const now = this.clock.now();
    await this.factors.insert({
      id,
      friendlyName,
      accountId: account.id,
      factorType: 'recovery_code',
      status: 'verified',
      secret: null,
      phone: null,
      lastStep: null,
      lastChallengedAt: null,
      createdAt: now,
      updatedAt: now,
    });
    return { id, friendlyName };
  }

  /**
   * What is stored of a code. Ten signs are few enough to be tried out by whoever reads the database, so they are hashed under the
   * installation's secret, for one account. Capitals, spaces and dashes do not count.
   */
  hash(accountId: string, code: string): Buffer {
    const signs = code.toLowerCase().replace(/[^a-z0-9]/g, '');
    return createHmac('sha256', this.key)
      .update(JSON.stringify([accountId, signs]))
      .digest();
  }
}

function newCode(): string {
  const half = () => Array.from({ length: HALF }, () => SIGNS[randomInt(SIGNS.length)]).join('');
  return `${half()}-${half()}`;
}
