import { isCancelable, checkReplay, needsOtherAddress, replayBlockedReason } from './replay-rules.js';

type Replayed = Parameters<typeof checkReplay>[0];

const anEmail = (changes: Partial<Replayed> = {}): Replayed => ({
  id: 'first',
  status: 'failed',
  template: 'welcome',
  recipientNormalized: 'ada@example.com',
  replayedAt: null,
  ...changes,
});

/** The outcome of a replay, or the message of its error. */
function tryReplay(replay: () => string): string {
  try {
    return replay();
  } catch (error) {
    return (error as Error).message;
  }
}

describe('replaying an email', () => {
  it.each(['failed', 'canceled'] as const)('resends a %s email', (status) => {
    const email = anEmail({ status });
    expect(checkReplay(email, email, undefined)).toBe('send');
  });

  it('does nothing while its replacement is in progress, or once that was sent', () => {
    for (const status of ['queued', 'sending', 'sent'] as const) {
      expect(checkReplay(anEmail(), anEmail({ id: 'second', status }), undefined)).toBe('already_queued');
    }
  });

  it('resends if its replacement failed too', () => {
    expect(checkReplay(anEmail(), anEmail({ id: 'second' }), undefined)).toBe('send');
  });

  it('is rejected for an email that is still queued', () => {
    const email = anEmail({ status: 'queued' });
    expect(() => checkReplay(email, email, undefined)).toThrow('still being sent');
  });

  it('resends a sent welcome email only to a different address, and once', () => {
    const sent = anEmail({ status: 'sent' });
    expect(() => checkReplay(sent, sent, undefined)).toThrow('accepted');
    expect(() => checkReplay(sent, sent, 'ada@example.com')).toThrow('accepted');
    expect(checkReplay(sent, sent, 'ada@example.org')).toBe('send');
    const corrected = anEmail({ id: 'second', status: 'sent', recipientNormalized: 'ada@example.org' });
    expect(checkReplay(sent, corrected, 'ada@example.org')).toBe('already_queued');
  });

  it('accepts a corrected address only for welcome emails', () => {
    const email = anEmail({ template: 'reset-password' });
    expect(() => checkReplay(email, email, 'mallory@example.com')).toThrow('Only a welcome email');
  });
});

describe('support', () => {
  it('can replay failed and canceled emails that have no replacement yet', () => {
    expect(replayBlockedReason(anEmail())).toBeUndefined();
    expect(replayBlockedReason(anEmail({ status: 'canceled' }))).toBeUndefined();
    expect(replayBlockedReason(anEmail({ replayedAt: new Date(0) }))).toContain('already resent');
    expect(replayBlockedReason(anEmail({ status: 'queued' }))).toContain('still being sent');
    expect(replayBlockedReason(anEmail({ status: 'sending' }))).toContain('still being sent');
  });

  it.each(['queued', 'sending', 'sent', 'failed', 'canceled'] as const)(
    'sees for a %s email the reason with which a replay would be rejected',
    (status) => {
      for (const template of ['welcome', 'refund'] as const) {
        const email = anEmail({ status, template });
        const other = template === 'welcome' && needsOtherAddress(email) ? 'ada@example.org' : undefined;
        expect(replayBlockedReason(email) ?? 'send').toBe(tryReplay(() => checkReplay(email, email, other)));
      }
    },
  );

  it('can cancel queued emails and failed ones without a replacement', () => {
    expect(isCancelable(anEmail({ status: 'queued' }))).toBe(true);
    expect(isCancelable(anEmail())).toBe(true);
    expect(isCancelable(anEmail({ replayedAt: new Date(0) }))).toBe(false);
    expect(isCancelable(anEmail({ status: 'sending' }))).toBe(false);
    expect(isCancelable(anEmail({ status: 'sent' }))).toBe(false);
  });
});
