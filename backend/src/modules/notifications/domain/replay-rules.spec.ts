import { isCancelable, isReplayable, judgeReplay } from './replay-rules.js';

type Replayed = Parameters<typeof judgeReplay>[0];

const aMail = (changes: Partial<Replayed> = {}): Replayed => ({
  id: 'first',
  status: 'failed',
  template: 'welcome',
  recipientNormalised: 'ada@example.com',
  replayedAt: null,
  ...changes,
});

describe('pressing replay', () => {
  it.each(['failed', 'canceled'] as const)('sends a %s mail anew', (status) => {
    const mail = aMail({ status });
    expect(judgeReplay(mail, mail, undefined)).toBe('send');
  });

  it('does nothing while the mail that took its place is under way, or once that was sent', () => {
    for (const status of ['queued', 'sending', 'sent'] as const) {
      expect(judgeReplay(aMail(), aMail({ id: 'second', status }), undefined)).toBe('already_queued');
    }
  });

  it('sends anew when the mail that took its place has failed too', () => {
    expect(judgeReplay(aMail(), aMail({ id: 'second' }), undefined)).toBe('send');
  });

  it('is refused for a mail that waits itself', () => {
    const mail = aMail({ status: 'queued' });
    expect(() => judgeReplay(mail, mail, undefined)).toThrow('still on its way');
  });

  it('sends a welcome that was sent to another address, and not twice to any', () => {
    const sent = aMail({ status: 'sent' });
    expect(() => judgeReplay(sent, sent, undefined)).toThrow('accepted');
    expect(() => judgeReplay(sent, sent, 'ada@example.com')).toThrow('accepted');
    expect(judgeReplay(sent, sent, 'ada@example.org')).toBe('send');
    const corrected = aMail({ id: 'second', status: 'sent', recipientNormalised: 'ada@example.org' });
    expect(judgeReplay(sent, corrected, 'ada@example.org')).toBe('already_queued');
  });

  it('takes a corrected address for welcome mails alone', () => {
    const mail = aMail({ template: 'reset-password' });
    expect(() => judgeReplay(mail, mail, 'mallory@example.com')).toThrow('Only a welcome mail');
  });
});

describe('what support may do', () => {
  it('replay what failed or was canceled, until another mail took its place', () => {
    expect(isReplayable(aMail())).toBe(true);
    expect(isReplayable(aMail({ status: 'canceled' }))).toBe(true);
    expect(isReplayable(aMail({ replayedAt: new Date(0) }))).toBe(false);
    expect(isReplayable(aMail({ status: 'queued' }))).toBe(false);
    expect(isReplayable(aMail({ status: 'sent', template: 'refund' }))).toBe(false);
  });

  it('cancel what waits for a worker or for support', () => {
    expect(isCancelable(aMail({ status: 'queued' }))).toBe(true);
    expect(isCancelable(aMail())).toBe(true);
    expect(isCancelable(aMail({ replayedAt: new Date(0) }))).toBe(false);
    expect(isCancelable(aMail({ status: 'sending' }))).toBe(false);
    expect(isCancelable(aMail({ status: 'sent' }))).toBe(false);
  });
});
