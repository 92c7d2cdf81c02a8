import { PLAIN_TEXT } from '@subscription-site/shared/plain-text';

describe('story input', () => {
  it('allows line breaks and tabs in a story and rejects other control characters', () => {
    expect(PLAIN_TEXT.test('One.\r\n\tTwo.')).toBe(true);
    expect(PLAIN_TEXT.test('bell\u0007')).toBe(false);
  });
});
