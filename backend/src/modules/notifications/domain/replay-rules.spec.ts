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

/** What a press came to, or the message of its error. */
function outcomeOf(press: () => string): string {
  try {
    return press();
  } catch (error) {
    return (error as Error).message;
  }
}

describe('pressing replay', () => {
  it.each(['failed', 'canceled'] as const)('sends a %s email again', (status) => {
    const email = anEmail({ status });
    expect(checkReplay(email, email, undefined)).toBe('send');
  });

  it('does nothing while the email that took its place is under way, or once that was sent', () => {
    for (const status of ['queued', 'sending', 'sent'] as const) {
      expect(checkReplay(anEmail(), anEmail({ id: 'second', status }), undefined)).toBe('already_queued');
    }
  });

  it('sends again when the email that took its place has failed too', () => {
    expect(checkReplay(anEmail(), anEmail({ id: 'second' }), undefined)).toBe('send');
  });

  it('is rejected for an email that waits itself', () => {
    const email = anEmail({ status: 'queued' });
    expect(() => checkReplay(email, email, undefined)).toThrow('still being sent');
  });

  it('sends a welcome that was sent to another address, and not twice to any', () => {
    const sent = anEmail({ status: 'sent' });
    expect(() => checkReplay(sent, sent, undefined)).toThrow('accepted');
    expect(() => checkReplay(sent, sent, 'ada@example.com')).toThrow('accepted');
    expect(checkReplay(sent, sent, 'ada@example.org')).toBe('send');
    const corrected = anEmail({ id: 'second', status: 'sent', recipientNormalized: 'ada@example.org' });
    expect(checkReplay(sent, corrected, 'ada@example.org')).toBe('already_queued');
  });

  it('takes a corrected address for welcome emails alone', () => {
    const email = anEmail({ template: 'reset-password' });
    expect(() => checkReplay(email, email, 'mallory@example.com')).toThrow('Only a welcome email');
  });
});

describe('what support may do', () => {
  it('replay what failed or was canceled, until another email took its place', () => {
    expect(replayBlockedReason(anEmail())).toBeUndefined();
    expect(replayBlockedReason(anEmail({ status: 'canceled' }))).toBeUndefined();
    expect(replayBlockedReason(anEmail({ replayedAt: new Date(0) }))).toContain('was resent');
    expect(replayBlockedReason(anEmail({ status: 'queued' }))).toContain('still being sent');
    expect(replayBlockedReason(anEmail({ status: 'sending' }))).toContain('still being sent');
  });

  it.each(['queued', 'sending', 'sent', 'failed', 'canceled'] as const)(
    'is said of a %s email as a press would decide',
    (status) => {
      for (const template of ['welcome', 'refund'] as const) {
        const email = anEmail({ status, template });
        const other = template === 'welcome' && needsOtherAddress(email) ? 'ada@example.org' : undefined;
        expect(replayBlockedReason(email) ?? 'send').toBe(outcomeOf(() => checkReplay(email, email, other)));
      }
    },
  );

  it('cancel what waits for a worker or for support', () => {
    expect(isCancelable(anEmail({ status: 'queued' }))).toBe(true);
    expect(isCancelable(anEmail())).toBe(true);
    expect(isCancelable(anEmail({ replayedAt: new Date(0) }))).toBe(false);
    expect(isCancelable(anEmail({ status: 'sending' }))).toBe(false);
    expect(isCancelable(anEmail({ status: 'sent' }))).toBe(false);
  });
});
