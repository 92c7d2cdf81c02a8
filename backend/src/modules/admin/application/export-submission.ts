import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/domain-error.js';
import { CancellationSubmissions, type CancellationSubmission } from '../../subscriptions/index.js';

const TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' });

/** Exports a cancellation or withdrawal that was submitted without signing in, as a text file for the records. */
@Injectable()
export class ExportSubmission {
  constructor(
    private readonly submissions: CancellationSubmissions,
    private readonly audit: Audit,
    private readonly database: Database,
  ) {}

  /** Recorded in the audit log. Throws `not_found`. */
  async export(actorId: string, id: string): Promise<{ name: string; text: string }> {
    const submission = await this.submissions.find(id);
    if (!submission) throw new DomainError('not_found', 'not_found', 'Cancellation not found.');
    await this.database.transaction(() =>
      this.audit.record({
        actorId,
        action: 'cancellation_submission.viewed',
        subject: { type: 'cancellation-submission', id },
      }),
    );
    const { kind, reference } = submission;
    const undoneAt = (await this.submissions.findUndoneTimes([submission])).get(id) ?? null;
    const lines = formatLines(submission, undoneAt);
    return { name: `${kind}-${reference}.txt`, text: `${lines.join('\r\n')}\r\n` };
  }
}

function formatLines(submission: CancellationSubmission, undoneAt: Date | null): string[] {
  const { kind, reference, name, email, contract, reason, effectiveOn, receivedAt } = submission;
  const { processedAt, confirmedAt } = submission;
  const facts: [label: string, value: string | Date | null][] = [
    ['Type', kind === 'cancel' ? 'Cancellation' : 'Withdrawal'],
    ['Reference', reference],
    ['Received', receivedAt],
    ['Name', name ?? 'Erased'],
    ['Email', email ?? 'Erased'],
    ['Contract', contract],
    ['Reason', reason],
    ['Requested end', kind === 'cancel' ? (effectiveOn ?? 'As soon as possible') : null],
    ['Processed', processedAt],
    ['Confirmed', confirmedAt],
    ['Undone', undoneAt],
  ];
  return facts.flatMap(([label, value]) =>
    value === null ? [] : [`${label}: ${value instanceof Date ? TIME.format(value) : value}`],
  );
}
