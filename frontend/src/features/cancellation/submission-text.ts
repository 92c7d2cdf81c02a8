import { longDate, longTime } from './dates';
import type { SubmittedCancellation } from './submit-cancellation';

/** What was submitted, as labels and values. */
export function submissionLines(submission: SubmittedCancellation): [label: string, value: string][] {
  const { kind, name, email, contract, reason, effective, reference, receivedAt } = submission;
  const cancellation = reason ? 'Cancellation for good cause' : 'Cancellation';
  const end = effective ? longDate(effective) : 'As soon as possible';
  const lines: [string, string | undefined][] = [
    ['Reference', reference],
    ['Received', longTime(receivedAt)],
    ['Type', kind === 'cancel' ? cancellation : 'Withdrawal'],
    ['Name', name],
    ['Email', email],
    ['Contract', contract],
    ['Reason', reason],
    ['Requested end', kind === 'cancel' ? end : undefined],
  ];
  return lines.filter((line): line is [string, string] => line[1] !== undefined);
}

/** The submission as a text file. */
export function submissionFile(submission: SubmittedCancellation, productName: string): Blob {
  const title = submission.kind === 'cancel' ? 'Cancellation' : 'Withdrawal';
  const lines = submissionLines(submission).map(([label, value]) => `${label}: ${value}`);
  return new Blob([[`${title}, ${productName}`, '', ...lines, ''].join('\r\n')], {
    type: 'text/plain;charset=utf-8',
  });
}
