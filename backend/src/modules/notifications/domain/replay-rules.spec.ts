import { isCancelable, isReplayable, checkReplay } from './replay-rules.js';

type Replayed = Parameters<typeof checkReplay>[0];

const anEmail = (changes: Partial<Replayed> = {}): Replayed => ({
  id: 'first',
  status: 'failed',
  template: 'welcome',
  recipientNormalized: 'ada@example.com',
  replayedAt: null,
  ...changes,
});

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
    expect(() => checkReplay(email, email, undefined)).toThrow('still on its way');
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
    expect(() => checkReplay(email, email, 'mallory@example.com')).toThrow('Only a welcome mail');
  });
});

describe('what support may do', () => {
  it('replay what failed or was canceled, until another email took its place', () => {
    expect(isReplayable(anEmail())).toBe(true);
    expect(isReplayable(anEmail({ status: 'canceled' }))).toBe(true);
    expect(isReplayable(anEmail({ replayedAt: new Date(0) }))).toBe(false);
    expect(isReplayable(anEmail({ status: 'queued' }))).toBe(false);
    expect(isReplayable(anEmail({ status: 'sent', template: 'refund' }))).toBe(false);
  });

  it('cancel what waits for a worker or for support', () => {
    expect(isCancelable(anEmail({ status: 'queued' }))).toBe(true);
    expect(isCancelable(anEmail())).toBe(true);
    expect(isCancelable(anEmail({ replayedAt: new Date(0) }))).toBe(false);
    expect(isCancelable(anEmail({ status: 'sending' }))).toBe(false);
    expect(isCancelable(anEmail({ status: 'sent' }))).toBe(false);
  });
});
