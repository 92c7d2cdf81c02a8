import { PLAIN_TEXT } from '@subscription-site/shared/plain-text';
import { EMAIL_ADDRESS } from './story-rules.js';

describe('story input', () => {
  it.each(['a@b.example', 'first.last+tag@sub.example.com', 'jörg@münchen.example'])(
    'accepts %s as an email address',
    (text) => {
      expect(EMAIL_ADDRESS.test(text)).toBe(true);
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
  ])('rejects %j as an email address', (text) => {
    expect(EMAIL_ADDRESS.test(text)).toBe(false);
  });

  it('allows line breaks and tabs in a story and rejects other control characters', () => {
    expect(PLAIN_TEXT.test('One.\r\n\tTwo.')).toBe(true);
    expect(PLAIN_TEXT.test('bell\u0007')).toBe(false);
  });
});
