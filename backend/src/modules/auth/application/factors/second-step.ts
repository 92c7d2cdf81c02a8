import { Injectable } from '@nestjs/common';
import { InsufficientLevelError } from '../../domain/factor-errors.js';
import type { AccountRecord } from '../../persistence/account.entity.js';
import { FactorsRepository } from '../../persistence/factors.repository.js';
import type { ProvenCaller } from '../sessions/callers.js';

type Guarded = Pick<AccountRecord, 'id' | 'hasFactors'>;
type Level = Pick<ProvenCaller, 'aal'>;

/** A password alone must not take an account over from an owner who guards it with a second factor. */
@Injectable()
export class SecondStep {
  constructor(private readonly factors: FactorsRepository) {}

  /** Whether the account has a factor that counts, which the caller's session has not shown. */
  async isMissing(account: Guarded, { aal }: Level): Promise<boolean> {
    if (aal !== 'aal1') return false;
    const factors = await this.factors.of(account);
    return factors.some(({ status }) => status === 'verified');
  }

  /** Throws `insufficient_aal`; routes of the wire protocol differ in the kind of the refusal. */
  async assertShown(
    account: Guarded,
    caller: Level,
    kind: ConstructorParameters<typeof InsufficientLevelError>[0],
  ): Promise<void> {
    if (await this.isMissing(account, caller)) throw new InsufficientLevelError(kind);
  }
}
