import { Injectable } from '@nestjs/common';
import { createHmac, randomInt } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { Audit } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { SignedInUser } from '../access/signed-in-user.js';
import { byUser } from '../core/audit-entries.js';
import { userRecoveryCodesGenerated } from '../core/events.js';
import {
  FactorNameConflictError,
  FactorNotFoundError,
  InsufficientAalError,
} from '../factors/factor-errors.js';
import { FactorsRepository } from '../factors/factors.repository.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { RecoveryCodesRepository, type RecoverySet } from './recovery-codes.repository.js';

const CODE_COUNT = 10;
/** Leaves out look-alike characters. With 31 characters, a ten-character code has 49 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUP_LENGTH = 5;
const DEFAULT_NAME = 'Recovery codes';

/** The plain codes, which cannot be retrieved again, and the list entry for the set. */
export interface GeneratedRecoveryCodes {
  id: string;
  friendlyName: string;
  codes: string[];
}

/** Single-use recovery codes that replace a lost second factor. */
@Injectable()
export class RecoveryCodes {
  private readonly key: Buffer;

  constructor(
    private readonly signedInUser: SignedInUser,
    private readonly factors: FactorsRepository,
    private readonly recoveryCodes: RecoveryCodesRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: RealClock,
    settings: Settings,
  ) {
    this.key = createHmac('sha256', settings.auth.sharedSecret).update('recovery codes').digest();
  }

  findSet(userId: string): Promise<RecoverySet | undefined> {
    return this.recoveryCodes.findSetByUser(userId);
  }

  /**
   * Generates new codes and invalidates all earlier ones. An existing set keeps its id and name; `requestedName` applies to a new
   * set only. Throws `mfa_factor_not_found` for a user without a verified factor, `insufficient_aal` for a session at `aal1`, and
   * `mfa_factor_name_conflict`.
   */
  async generate(
    { userId, aal }: AuthenticatedCaller,
    requestedName?: string,
  ): Promise<GeneratedRecoveryCodes> {
    const codes = Array.from({ length: CODE_COUNT }, newCode);
    const set = await this.signedInUser.withLock(userId, async (user) => {
      const factors = await this.factors.findByUser(user);
      if (!factors.some(({ status }) => status === 'verified')) throw new FactorNotFoundError();
      if (aal === 'aal1') throw new InsufficientAalError('forbidden');
      const hashes = codes.map((code) => this.hash(userId, code));
      const stored =
        (await this.recoveryCodes.findSetByUser(userId)) ?? (await this.createSet(user, requestedName));
      await this.recoveryCodes.replace({ userId, setId: stored.id }, hashes, this.clock.now());
      await this.outbox.emit(userRecoveryCodesGenerated, { userId });
      await this.audit.record(byUser(userId, 'recovery_codes.generated'));
      return stored;
    });
    return { id: set.id, friendlyName: set.friendlyName, codes };
  }

  /** Uses up a code. False if it is unknown or was used before. */
  redeem(userId: string, code: string): Promise<boolean> {
    return this.recoveryCodes.consume(userId, this.hash(userId, code), this.clock.now());
  }

  /** Returns the id of the removed set. Throws `mfa_factor_not_found` if there is none, and `insufficient_aal`. */
  async remove({ userId, aal }: AuthenticatedCaller): Promise<string> {
    return this.signedInUser.withLock(userId, async () => {
      const set = await this.recoveryCodes.findSetByUser(userId);
      if (!set) throw new FactorNotFoundError();
      if (aal === 'aal1') throw new InsufficientAalError('forbidden');
      await this.recoveryCodes.removeAllForUser(userId);
      await this.audit.record(byUser(userId, 'recovery_codes.deleted', { factorId: set.id }));
      return set.id;
    });
  }

  /** Numbers the default name if one of the user's factors already has it. */
  private async createSet(
    user: UserEntity,
    requestedName: string | undefined,
  ): Promise<Pick<RecoverySet, 'id' | 'friendlyName'>> {
    const usedNames = (await this.factors.findListedByUser(user)).map(({ friendlyName }) => friendlyName);
    if (requestedName !== undefined && usedNames.includes(requestedName)) throw new FactorNameConflictError();
    let friendlyName = requestedName ?? DEFAULT_NAME;
    for (let number = 2; usedNames.includes(friendlyName); number++)
      friendlyName = `${DEFAULT_NAME} ${number}`;
    const id = uuid();
    await this.factors.insert({
      id,
      friendlyName,
      userId: user.id,
      factorType: 'recovery_code',
      status: 'verified',
      secret: null,
      phone: null,
      createdAt: this.clock.now(),
    });
    return { id, friendlyName };
  }

  /**
   * The stored form of a code, keyed with the shared secret and bound to one user: a plain hash of ten characters could be
   * brute-forced from a database dump. Ignores case, spaces and dashes.
   */
  private hash(userId: string, code: string): Buffer {
    const normalized = code.toLowerCase().replace(/[^a-z0-9]/g, '');
    return createHmac('sha256', this.key)
      .update(JSON.stringify([userId, normalized]))
      .digest();
  }
}

function newCode(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${group()}-${group()}`;
}
