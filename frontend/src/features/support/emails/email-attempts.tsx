import type { EmailAttempt } from '@subscription-site/shared/contracts';
import { Badge, type Tone } from '../../../ui/data-display/badge';
import { Timestamp } from '../../../ui/data-display/timestamp';
import { Table } from '../../../ui/data-display/table';

const OUTCOMES: Record<NonNullable<EmailAttempt['outcome']> | 'running', { text: string; tone: Tone }> = {
  running: { text: 'Running', tone: 'marker' },
  sent: { text: 'Sent', tone: 'success' },
  deferred: { text: 'Deferred', tone: 'plain' },
  rejected: { text: 'Rejected', tone: 'danger' },
  interrupted: { text: 'Interrupted', tone: 'plain' },
};

/** Delivery attempts with the mail server's responses. */
export function EmailAttempts({ attempts }: { attempts: readonly EmailAttempt[] }) {
  return (
    <section className="mt-10">
      <h2 className="mb-4 text-h3">Attempts</h2>
      {attempts.length === 0 ? (
        <p className="text-small text-ink-soft">No attempts yet.</p>
      ) : (
        <Table caption="Attempts" columns={['#', 'Outcome', 'Started', 'Finished', 'Mail server']}>
          {attempts.map((attempt) => {
            const { text, tone } = OUTCOMES[attempt.outcome ?? 'running'];
            return (
              <tr key={attempt.number}>
                <td className="figure">{attempt.number}</td>
                <td>
                  <Badge tone={tone}>{text}</Badge>
                </td>
                <td>
                  <Timestamp at={attempt.startedAt} />
                </td>
                <td>
                  <Timestamp at={attempt.finishedAt} />
                </td>
                <td className="min-w-56 wrap-anywhere">
                  {attempt.smtpResponse ?? attempt.error ?? '–'}
                  {attempt.smtpResponse && attempt.error && attempt.error !== attempt.smtpResponse ? (
                    <span className="block text-ink-soft">{attempt.error}</span>
                  ) : null}
                </td>
              </tr>
            );
          })}
        </Table>
      )}
    </section>
  );
}
