import { Injectable } from '@nestjs/common';
import { createHmac, randomInt } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Database } from '../../../../platform/database/database.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { userRecoveryCodesGenerated } from '../../domain/events.js';
import {
  FactorNameConflictError,
  FactorNotFoundError,
  InsufficientAalError,
} from '../../domain/factor-errors.js';
import { UserDeletedError } from '../../domain/session-errors.js';
import type { UserEntity } from '../../persistence/user.entity.js';
import { UsersRepository } from '../../persistence/users.repository.js';
import { FactorsRepository } from '../../persistence/factors.repository.js';
import { RecoveryCodesRepository, type RecoverySet } from '../../persistence/recovery-codes.repository.js';
import type { AuthenticatedCaller } from '../sessions/authenticate-caller.js';

const HOW_MANY = 10;
/** What people mistake for one another is left out: 31 signs, ten of them hold 49 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const HALF = 5;
const NAME = 'Recovery codes';

/** As they are shown this once, and what they are listed as. */
export interface GeneratedRecoveryCodes {
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
    private readonly users: UsersRepository,
    private readonly factors: FactorsRepository,
    private readonly recoveryCodes: RecoveryCodesRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
    settings: Settings,
  ) {
    this.key = createHmac('sha256', settings.auth.sharedSecret).update('recovery codes').digest();
  }

  findSet(userId: string): Promise<RecoverySet | undefined> {
    return this.recoveryCodes.findSetByUser(userId);
  }

  /**
   * Makes ten, shown this once; all earlier ones work no more. The set keeps its id and its name; a new one may be given another than
   * ours. Throws `mfa_factor_not_found` for an account without a factor that counts, `insufficient_aal` in a session that has not
   * shown one, and `mfa_factor_name_conflict`.
   */
  async generate(
    { userId, aal }: AuthenticatedCaller,
    requestedName?: string,
  ): Promise<GeneratedRecoveryCodes> {
    const codes = Array.from({ length: HOW_MANY }, newCode);
    const set = await this.database.transaction(async () => {
      const user = await this.users.lockById(userId);
      if (!user) throw new UserDeletedError();
      const factors = await this.factors.findByUser(user);
      if (!factors.some(({ status }) => status === 'verified')) throw new FactorNotFoundError();
      if (aal === 'aal1') throw new InsufficientAalError('forbidden');
      const hashes = codes.map((code) => this.hash(userId, code));
      const stored =
        (await this.recoveryCodes.findSetByUser(userId)) ?? (await this.begin(user, requestedName));
      await this.recoveryCodes.replace({ userId, setId: stored.id }, hashes, this.clock.now());
      await this.outbox.emit(userRecoveryCodesGenerated, { userId });
      await this.audit.record({
        actorId: userId,
        action: 'recovery_codes.generated',
        subject: { type: 'user', id: userId },
      });
      return stored;
    });
    return { id: set.id, friendlyName: set.friendlyName, codes };
  }

  /** Gives the id of the set. Throws `mfa_factor_not_found` when there is none, and `insufficient_aal`. */
  async remove({ userId, aal }: AuthenticatedCaller): Promise<string> {
    return this.database.transaction(async () => {
      if (!(await this.users.lockById(userId))) throw new UserDeletedError();
      const set = await this.recoveryCodes.findSetByUser(userId);
      if (!set) throw new FactorNotFoundError();
      if (aal === 'aal1') throw new InsufficientAalError('forbidden');
      await this.recoveryCodes.removeAllForUser(userId);
      await this.audit.record({
        actorId: userId,
        action: 'recovery_codes.deleted',
        subject: { type: 'user', id: userId },
        details: { factorId: set.id },
      });
      return set.id;
    });
  }

  /** Our own name gives way to one that the owner chose for a factor. */
  private async begin(
    user: UserEntity,
    requestedName: string | undefined,
  ): Promise<Pick<RecoverySet, 'id' | 'friendlyName'>> {
    const taken = (await this.factors.findListedByUser(user)).map(({ friendlyName }) => friendlyName);
    if (requestedName !== undefined && taken.includes(requestedName)) throw new FactorNameConflictError();
    let friendlyName = requestedName ?? NAME;
    for (let number = 2; taken.includes(friendlyName); number++) friendlyName = `${NAME} ${number}`;
    const id = uuid();
    const now = this.clock.now();
    await this.factors.insert({
      id,
      friendlyName,
      userId: user.id,
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
   * What is stored of a code. Ten signs are few enough to be tried out by the person who reads the database, so they are hashed under the
   * installation's secret, for one account. Capitals, spaces and dashes do not count.
   */
  hash(userId: string, code: string): Buffer {
    const signs = code.toLowerCase().replace(/[^a-z0-9]/g, '');
    return createHmac('sha256', this.key)
      .update(JSON.stringify([userId, signs]))
      .digest();
  }
}

function newCode(): string {
  const half = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${half()}-${half()}`;
}
