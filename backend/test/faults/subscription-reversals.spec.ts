import { describeReversals, EARLY_REVERSALS, REVERSALS } from '../support/subscription-reversals.js';

describeReversals(REVERSALS, EARLY_REVERSALS);
