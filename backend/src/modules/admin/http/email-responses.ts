import {
  EMAIL_STATUSES,
  type EmailAttempt,
  type EmailDetail,
  type EmailList,
  type EmailListItem,
  type EmailStatus,
  type ReplayOutcome,
  type ReplayResult,
} from '@subscription-site/shared/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Email, EmailDetails, Replay } from '../../notifications/index.js';

const time = { format: 'date-time' };
const timeOrNull = { type: String, format: 'date-time', nullable: true } as const;
const textOrNull = { type: String, nullable: true } as const;

export class EmailListItemResponse implements EmailListItem {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() template: string;
  @ApiProperty() recipient: string;
  @ApiProperty() subject: string;
  @ApiProperty({ enum: EMAIL_STATUSES }) status: EmailStatus;
  @ApiProperty({ type: 'integer', description: 'Attempts begun.' }) attempts: number;
  @ApiProperty(time) createdAt: string;
  @ApiProperty(timeOrNull) sentAt: string | null;
  @ApiProperty(timeOrNull) failedAt: string | null;
  @ApiProperty(timeOrNull) nextAttemptAt: string | null;
  @ApiProperty(textOrNull) lastError: string | null;
  @ApiProperty({
    ...textOrNull,
    format: 'uuid',
    description: 'The mail that has taken the place of this one.',
  })
  replayedById: string | null;
}

export class EmailListResponse implements EmailList {
  @ApiProperty({ type: [EmailListItemResponse], description: 'Newest first.' })
  items: EmailListItemResponse[];
  @ApiProperty({ ...textOrNull, description: 'Opaque; `cursor` of the next page.' }) nextCursor:
    string | null;
}

const OUTCOMES = ['sent', 'deferred', 'rejected', 'interrupted'] as const;

export class EmailAttemptResponse implements EmailAttempt {
  @ApiProperty({ type: 'integer' }) number: number;
  @ApiProperty(time) startedAt: string;
  @ApiProperty(timeOrNull) finishedAt: string | null;
  @ApiProperty({ enum: OUTCOMES, nullable: true, description: 'Null while it runs.' })
  outcome: (typeof OUTCOMES)[number] | null;
  @ApiProperty({ ...textOrNull, description: 'What the mail server said.' }) smtpResponse: string | null;
  @ApiProperty(textOrNull) error: string | null;
}

export class EmailDetailResponse extends EmailListItemResponse implements EmailDetail {
  @ApiProperty({ ...textOrNull, format: 'uuid' }) userId: string | null;
  @ApiProperty() messageId: string;
  @ApiProperty({ ...textOrNull, format: 'uuid', description: 'The mail whose place this one took.' })
  replayOfId: string | null;
  @ApiProperty({ description: 'A corrected address may be given for a replay.' }) correctable: boolean;
  @ApiProperty({ description: 'Whether it can be replayed.' }) replayable: boolean;
  @ApiProperty({
    ...textOrNull,
    description:
      'Where a replay goes unless another address is given. Null when one must be given, because the mail server accepted ' +
      'this email for its recipient, and when it cannot be replayed.',
  })
  replayRecipient: string | null;
  @ApiProperty({ ...textOrNull, description: 'Why it cannot be replayed.' })
  replayBlockedReason: string | null;
  @ApiProperty() cancelable: boolean;
  @ApiProperty({ type: [EmailAttemptResponse] }) history: EmailAttemptResponse[];
  @ApiProperty({ description: 'With one-time links masked. Show it in a sandboxed frame.' }) html: string;
  @ApiProperty() text: string;
}

const REPLAY_OUTCOMES = ['queued', 'already_queued', 'refused'] as const;

export class ReplayOutcomeResponse implements ReplayOutcome {
  @ApiProperty({ format: 'uuid', description: 'The mail that was to be replayed.' }) emailId: string;
  @ApiProperty({
    enum: REPLAY_OUTCOMES,
    description: '`already_queued`: someone else was first; nothing more is sent.',
  })
  outcome: (typeof REPLAY_OUTCOMES)[number];
  @ApiPropertyOptional({ format: 'uuid', description: 'The mail in its place.' }) replayId?: string;
  @ApiPropertyOptional({ description: 'Why it was refused.' }) message?: string;
}

export class ReplayResultResponse implements ReplayResult {
  @ApiProperty({ type: 'integer' }) queued: number;
  @ApiProperty({ type: [ReplayOutcomeResponse] }) results: ReplayOutcomeResponse[];
  @ApiProperty({ type: 'integer', description: 'Matching mails beyond those of this call.' })
  remaining: number;
}

export function toListItem(email: Email): EmailListItemResponse {
  const { id, template, recipient, subject, status, attempts, lastError } = email;
  return {
    id,
    template,
    recipient,
    subject,
    status,
    attempts,
    createdAt: email.createdAt.toISOString(),
    sentAt: email.sentAt?.toISOString() ?? null,
    failedAt: email.failedAt?.toISOString() ?? null,
    nextAttemptAt: email.nextAttemptAt?.toISOString() ?? null,
    lastError,
    replayedById: email.replayedBy,
  };
}

export function toDetail({ email, attempts, rendered, ...may }: EmailDetails): EmailDetailResponse {
  const { correctable, replay, cancelable } = may;
  const running = email.attemptStartedAt
    ? [
        {
          number: email.attempts,
          startedAt: email.attemptStartedAt.toISOString(),
          finishedAt: null,
          outcome: null,
          smtpResponse: null,
          error: null,
        },
      ]
    : [];
  return {
    ...toListItem(email),
    userId: email.userId,
    messageId: email.messageId,
    replayOfId: email.replayOf,
    correctable,
    replayable: replay.allowed,
    replayRecipient: (replay.allowed && replay.recipient) || null,
    replayBlockedReason: replay.allowed ? null : replay.reason,
    cancelable,
    history: [
      ...attempts.map(({ startedAt, finishedAt, ...ended }) => ({
        ...ended,
        startedAt: startedAt.toISOString(),
        finishedAt: finishedAt.toISOString(),
      })),
      ...running,
    ],
    html: rendered.html,
    text: rendered.text,
  };
}

export function toResult(results: Replay[], remaining: number): ReplayResultResponse {
  return { queued: results.filter(({ outcome }) => outcome === 'queued').length, results, remaining };
}
