import { localeFor } from './email.js';

describe('the language of a mail', () => {
  it.each([undefined, null, '', 'en', 'en-GB', 'EN_us', 'tlh'])('is English for %s', (preferred) => {
    expect(localeFor(preferred)).toBe('en');
  });
});
