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
import type { EmailDetails, EmailEntity, Replay } from '../../notifications/index.js';

const time = { format: 'date-time' };
const nullableTime = { type: String, format: 'date-time', nullable: true } as const;
const nullableText = { type: String, nullable: true } as const;

export class EmailListItemResponse implements EmailListItem {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() template: string;
  @ApiProperty() recipient: string;
  @ApiProperty() subject: string;
  @ApiProperty({ enum: EMAIL_STATUSES }) status: EmailStatus;
  @ApiProperty({ type: 'integer', description: 'Attempts started.' }) attempts: number;
  @ApiProperty(time) createdAt: string;
  @ApiProperty(nullableTime) sentAt: string | null;
  @ApiProperty(nullableTime) failedAt: string | null;
  @ApiProperty(nullableTime) nextAttemptAt: string | null;
  @ApiProperty(nullableText) lastError: string | null;
  @ApiProperty({
    ...nullableText,
    format: 'uuid',
    description: 'The email that replaced this one.',
  })
  replayedById: string | null;
}

export class EmailListResponse implements EmailList {
  @ApiProperty({ type: [EmailListItemResponse], description: 'Newest first.' })
  items: EmailListItemResponse[];
  @ApiProperty({ ...nullableText, description: 'Opaque; pass as `cursor` to get the next page.' })
  nextCursor: string | null;
}

const OUTCOMES = ['sent', 'deferred', 'rejected', 'interrupted'] as const;

export class EmailAttemptResponse implements EmailAttempt {
  @ApiProperty({ type: 'integer' }) number: number;
  @ApiProperty(time) startedAt: string;
  @ApiProperty(nullableTime) finishedAt: string | null;
  @ApiProperty({ enum: OUTCOMES, nullable: true, description: 'Null while in progress.' })
  outcome: (typeof OUTCOMES)[number] | null;
  @ApiProperty({ ...nullableText, description: "The mail server's response." }) smtpResponse: string | null;
  @ApiProperty(nullableText) error: string | null;
}

export class EmailDetailResponse extends EmailListItemResponse implements EmailDetail {
  @ApiProperty({ ...nullableText, format: 'uuid' }) userId: string | null;
  @ApiProperty() messageId: string;
  @ApiProperty({ ...nullableText, format: 'uuid', description: 'The email that this one replaced.' })
  replayOfId: string | null;
  @ApiProperty({ description: 'Whether it can be replayed to a corrected address.' }) correctable: boolean;
  @ApiProperty({ description: 'Whether it can be replayed.' }) replayable: boolean;
  @ApiProperty({
    ...nullableText,
    description:
      'Where a replay is sent unless another address is given. Null if it cannot be replayed, or if another address is required ' +
      'because the mail server already accepted this email.',
  })
  replayRecipient: string | null;
  @ApiProperty({ ...nullableText, description: 'Why it cannot be replayed.' })
  replayBlockedReason: string | null;
  @ApiProperty() cancelable: boolean;
  @ApiProperty({ type: [EmailAttemptResponse] }) history: EmailAttemptResponse[];
  @ApiProperty({ description: 'One-time links and codes are masked. Render it in a sandboxed frame.' })
  html: string;
  @ApiProperty() text: string;
}

const REPLAY_OUTCOMES = ['queued', 'already_queued', 'rejected'] as const;

export class ReplayOutcomeResponse implements ReplayOutcome {
  @ApiProperty({ format: 'uuid', description: 'The email for which a replay was requested.' })
  emailId: string;
  @ApiProperty({
    enum: REPLAY_OUTCOMES,
    description:
      '`already_queued`: a replay is already in progress, so no other email is sent. `rejected`: see `message`.',
  })
  outcome: (typeof REPLAY_OUTCOMES)[number];
  @ApiPropertyOptional({ format: 'uuid', description: 'The new email, or the one already queued.' })
  replayId?: string;
  @ApiPropertyOptional({ description: 'Why the replay was rejected.' }) message?: string;
}

export class ReplayResultResponse implements ReplayResult {
  @ApiProperty({ type: 'integer' }) queued: number;
  @ApiProperty({ type: [ReplayOutcomeResponse] }) results: ReplayOutcomeResponse[];
  @ApiProperty({ type: 'integer', description: 'Matching emails that this request did not process.' })
  remaining: number;
}

export function toListItem(email: EmailEntity): EmailListItemResponse {
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

export function toDetail({ email, attempts, rendered, ...actions }: EmailDetails): EmailDetailResponse {
  const { correctable, replay, cancelable } = actions;
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
      ...attempts.map(({ number, startedAt, finishedAt, outcome, smtpResponse, error }) => ({
        number,
        startedAt: startedAt.toISOString(),
        finishedAt: finishedAt.toISOString(),
        outcome,
        smtpResponse,
        error,
      })),
      ...running,
    ],
    html: rendered.html,
    text: rendered.text,
  };
}

export function toReplayResult(results: Replay[], remaining: number): ReplayResultResponse {
  return { queued: results.filter(({ outcome }) => outcome === 'queued').length, results, remaining };
}
