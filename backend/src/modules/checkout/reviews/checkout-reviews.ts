import { Injectable } from '@nestjs/common';
import {
  CheckoutReviewsRepository,
  type CheckoutReview,
} from '../persistence/checkout-reviews.repository.js';

const MAX_LISTED = 500;

/** Payments that don't match their checkout and wait for staff. */
@Injectable()
export class CheckoutReviews {
  constructor(private readonly reviews: CheckoutReviewsRepository) {}

  /** Longest waiting first, at most 500. */
  list(): Promise<CheckoutReview[]> {
    return this.reviews.list(MAX_LISTED);
  }

  /** Null once it is resolved. */
  find(checkoutId: string): Promise<CheckoutReview | null> {
    return this.reviews.find(checkoutId);
  }
}
