import { useState } from 'react';
import type { ReplayResult } from '@subscription-site/shared/contracts';
import { sentenceOf } from '../../../lib/api/messages';
import { emailFault } from '../../../lib/entries';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { Notice } from '../../../ui/notice';
import { inWords, questionOf, replay, type ReplayWish } from '../replay';
import { ReplayOutcomes } from './replay-outcomes';

type Phase =
  | { kind: 'asking'; fault?: string }
  | { kind: 'running' }
  | { kind: 'done'; result: ReplayResult; round: number };

/** Asks before mails are sent again, then shows what became of each. `onClose` tells whether anything was done. */
export function ReplayDialog({ wish, onClose }: { wish: ReplayWish; onClose: (acted: boolean) => void }) {
  const [phase, setPhase] = useState<Phase>({ kind: 'asking' });
  const [key] = useState(() => crypto.randomUUID());
  const present = wish.kind === 'one' ? wish.email.recipient : '';
  const [recipient, setRecipient] = useState(present);
  const corrected = recipient.trim() !== present ? recipient.trim() : undefined;

  const send = async (round: number) => {
    const wrong = corrected === undefined ? undefined : emailFault(corrected);
    if (wrong) return setPhase({ kind: 'asking', fault: wrong });
    setPhase({ kind: 'running' });
    try {
      const result = await replay(wish, corrected, `${key}:${round}:${corrected ?? ''}`);
      return setPhase({ kind: 'done', result, round });
    } catch (fault) {
      return setPhase({ kind: 'asking', fault: sentenceOf(fault) });
    }
  };

  const done = phase.kind === 'done';
  return (
    <Dialog open onClose={() => onClose(done)} title={done ? 'Result' : questionOf(wish)}>
      {done ? (
        <ReplayOutcomes result={phase.result} wish={wish} />
      ) : (
        <div className="grid gap-4">
          <WishedFor wish={wish} />
          {wish.kind === 'one' && wish.correctable ? (
            <Field
              label="Send to"
              type="email"
              name="recipient"
              autoComplete="off"
              value={recipient}
              onChange={(event) => setRecipient(event.target.value)}
              hint="You can correct the address for this email. The account's address doesn't change."
            />
          ) : null}
          {phase.kind === 'asking' && phase.fault ? (
            <Notice tone="danger" title="Not sent">
              <p>{phase.fault}</p>
            </Notice>
          ) : null}
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        {done ? (
          <>
            {phase.result.remaining > 0 ? (
              <Button variant="outline" onClick={() => void send(phase.round + 1)}>
                Continue with the rest
              </Button>
            ) : null}
            <Button onClick={() => onClose(true)}>Done</Button>
          </>
        ) : (
          <>
            <Button variant="quiet" onClick={() => onClose(false)}>
              Cancel
            </Button>
            <Button busyLabel={phase.kind === 'running' && 'Sending...'} onClick={() => void send(1)}>
              Resend
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

function WishedFor({ wish }: { wish: ReplayWish }) {
  if (wish.kind === 'one')
    return (
      <p>
        “{wish.email.subject}” will be resent to <span className="wrap-anywhere">{wish.email.recipient}</span>
        .
      </p>
    );
  if (wish.kind === 'some')
    return (
      <ul className="max-h-60 overflow-y-auto border border-rule text-small">
        {wish.emails.map((email) => (
          <li key={email.id} className="border-b border-rule px-3 py-2 wrap-anywhere last:border-b-0">
            {email.recipient}
          </li>
        ))}
      </ul>
    );
  const words = inWords(wish.filter);
  return (
    <div>
      <p>Every {wish.filter.status === 'canceled' ? 'canceled' : 'failed'} email that matches:</p>
      <ul className="mt-2 list-disc pl-5 text-small">
        {words.length > 0 ? words.map((part) => <li key={part}>{part}</li>) : <li>No filter: all of them</li>}
      </ul>
      <p className="mt-3 text-small text-ink-soft">Including emails that aren&apos;t shown yet.</p>
    </div>
  );
}
