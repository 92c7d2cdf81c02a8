import { Injectable } from '@nestjs/common';
import type { SubscriptionMismatchEntity } from './subscription-mismatch.entity.js';
import { SubscriptionMismatchesRepository } from './subscription-mismatches.repository.js';

const MAX_LISTED = 500;

/** Subscriptions at the provider that disagree with ours, for staff. */
@Injectable()
export class SubscriptionMismatches {
  constructor(private readonly mismatches: SubscriptionMismatchesRepository) {}

  /** Oldest first, at most 500. */
  listOpen(): Promise<SubscriptionMismatchEntity[]> {
    return this.mismatches.listOpen(MAX_LISTED);
  }
}
