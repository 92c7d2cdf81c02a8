import type { CancellationAction, ManagedCancellation } from '@subscription-site/shared/contracts';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/domain-error.js';
import { normalizeEmail, Users } from '../../auth/index.js';
import { endWithAccount, isEnded } from '../subscription.js';
import type { SubscriptionEntity } from '../subscription.entity.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';
import type { CancellationSubmissionEntity } from './cancellation-submission.entity.js';
import { CancellationSubmissionsRepository } from './cancellation-submissions.repository.js';
import { SubmissionActions, type PossibleActions } from './submission-actions.js';
import { SubmissionDecisions } from './submission-decisions.js';
import { SubmissionLinks } from './submission-links.js';

interface Matched extends PossibleActions {
  submission: CancellationSubmissionEntity;
  subscription: SubscriptionEntity;
}

/** What the link in a receipt allows: view the state, confirm what can't be undone, and undo the rest. */
@Injectable()
export class ManageSubmission {
  constructor(
    private readonly submissions: CancellationSubmissionsRepository,
    private readonly links: SubmissionLinks,
    private readonly users: Users,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly actions: SubmissionActions,
    private readonly decisions: SubmissionDecisions,
  ) {}

  /** Throws `not_found` unless the link is valid and the address is still the account's. */
  async view(reference: string, token: string): Promise<ManagedCancellation> {
    return toView(await this.open(reference, token));
  }

  /** Does nothing if the action is no longer possible, so it may be repeated. Throws `not_found` and `not_refundable`. */
  async run(reference: string, token: string, action: CancellationAction): Promise<ManagedCancellation> {
    const { submission, actions } = await this.open(reference, token);
    if (actions.includes(action)) await this.decisions.run(submission, action);
    return this.view(reference, token);
  }

  private async open(reference: string, token: string): Promise<Matched> {
    const submission = await this.submissions.findByReference(reference);
    if (!submission?.userId || !submission.subscriptionId || !this.links.isValid(token, submission))
      throw new InvalidSubmissionLinkError();
    const user = await this.users.findById(submission.userId);
    if (!user || normalizeEmail(user.email) !== submission.emailNormalized)
      throw new InvalidSubmissionLinkError();
    const subscription = (await this.subscriptions.findById(submission.subscriptionId))!;
    return { submission, subscription, ...(await this.actions.find(submission, subscription)) };
  }
}

/** The link is unknown, incomplete or expired, or the account's address has changed. */
class InvalidSubmissionLinkError extends DomainError {
  constructor() {
    super('not_found', 'not_found', 'This link is invalid or has expired. Sign in to manage your plan.');
  }
}

function toView({
  submission,
  subscription,
  deletionAt,
  actions,
  refund,
  refunded,
}: Matched): ManagedCancellation {
  const { plan, status, cancelAtPeriodEnd, cancelAt, currentPeriodEnd } = subscription;
  const ended = refunded || isEnded(status);
  return {
    kind: submission.kind,
    reference: submission.reference,
    receivedAt: submission.receivedAt.toISOString(),
    plan,
    state: ended ? 'ended' : cancelAtPeriodEnd ? 'ending' : 'active',
    refunded,
    endsAt:
      !ended && cancelAtPeriodEnd
        ? endWithAccount(cancelAt ?? currentPeriodEnd, deletionAt).toISOString()
        : null,
    deletionAt: deletionAt?.toISOString() ?? null,
    actions,
    refund,
  };
}
