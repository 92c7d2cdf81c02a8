import type { CancellationKind } from '@subscription-site/shared/contracts';
import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { ValidationError } from '../../../platform/domain-error.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { RateLimits, type Limit } from '../../../platform/security/rate-limits.js';
import { normalizeEmail } from '../../auth/index.js';
import { cancellationSubmitted } from '../events.js';
import { CancellationSubmissionsRepository } from './cancellation-submissions.repository.js';

export interface CancellationInput {
  kind: CancellationKind;
  name: string;
  email: string;
  contract?: string | undefined;
  reason?: string | undefined;
  /** `YYYY-MM-DD`. */
  effective?: string | undefined;
}

/** Each submission sends a receipt to an unverified address. */
const PER_EMAIL: Limit = { name: 'cancellation-submission-address', points: 5, seconds: 86_400 };

/** Stores a cancellation or withdrawal. A worker looks for the account, so that the response reveals nothing about it. */
@Injectable()
export class SubmitCancellation {
  constructor(
    private readonly database: Database,
    private readonly submissions: CancellationSubmissionsRepository,
    private readonly outbox: Outbox,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
  ) {}

  /** Throws a `ValidationError` for a date in the past, and `rate_limited`. */
  async submit(input: CancellationInput): Promise<{ reference: string; receivedAt: Date }> {
    const { kind, name, email, contract, reason, effective } = input;
    if (effective && effective < this.earliestToday())
      throw new ValidationError([{ field: 'effective', message: 'effective must be today or later' }]);
    const emailNormalized = normalizeEmail(email);
    await this.limits.count(PER_EMAIL, emailNormalized);
    const id = uuid();
    const reference = newReference();
    const receivedAt = this.clock.now();
    await this.database.transaction(async () => {
      this.submissions.add({
        id,
        reference,
        kind,
        name,
        email,
        emailNormalized,
        contract: contract || null,
        reason: reason || null,
        effectiveOn: effective ?? null,
        receivedAt,
      });
      await this.outbox.emit(cancellationSubmitted, { submissionId: id });
    });
    return { reference, receivedAt };
  }

  /** The date where it is the earliest, because the sender's time zone is unknown. */
  private earliestToday(): string {
    return this.clock
      .in(-12 * 3600)
      .toISOString()
      .slice(0, 10);
  }
}

/** Such as `C-4821-0935-7716`: easy to read aloud, and useless without the address. */
function newReference(): string {
  const digits = String(randomInt(10 ** 12)).padStart(12, '0');
  return `C-${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(8)}`;
}
