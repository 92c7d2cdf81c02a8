import { ONE_MAILBOX, PLAIN_TEXT } from './story.js';

describe('words of visitors', () => {
  it.each(['a@b.example', 'first.last+tag@sub.example.com', 'jörg@münchen.example'])(
    'takes %s as a mailbox',
    (text) => {
      expect(ONE_MAILBOX.test(text)).toBe(true);
    },
  );

  it.each([
    'a',
    'a@b',
    'a b@c.example',
    '"a"@c.example',
    'a@b.example,c@d.example',
    '<a@b.example>',
    'a@b.example\n',
  ])('rejects %j as a mailbox', (text) => {
    expect(ONE_MAILBOX.test(text)).toBe(false);
  });

  it('keeps the lines of a longer text and rejects what is no text', () => {
    expect(PLAIN_TEXT.test('One.\r\n\tTwo.')).toBe(true);
    expect(PLAIN_TEXT.test('bell\u0007')).toBe(false);
  });
});
