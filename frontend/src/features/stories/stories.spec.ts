import { ApiError } from '../../lib/api/api-error';
import { storyErrorMessage, toFieldErrors } from './share-story';
import { validateStory } from './story-validation';

const VALID = {
  name: 'Ada Lovelace',
  company: 'Engine & Sons',
  email: 'ada@example.com',
  story: 'We found three tools for one job.',
  pictures: [] as File[],
  consent: true,
};
const picture = (type: string, bytes = 1) => new File([new Uint8Array(bytes)], 'huge.png', { type });

describe('a story', () => {
  it('is valid, with up to three pictures', () => {
    const pictures = Array.from({ length: 3 }, () => picture('image/png'));
    for (const error of Object.values(validateStory({ ...VALID, pictures }))) expect(error).toBeUndefined();
  });

  it.each([
    ['name', '', 'Enter your name.'],
    ['name', 'see www.example.com', /without links/],
    ['name', 'a'.repeat(101), /at most 100/],
    ['company', 'a@b', /without links/],
    ['company', 'a\u200bb', /^Remove invisible or control characters/],
    ['email', 'ada@', /like name@example.com/],
    ['story', 'Too short', /at least 20 characters/],
    ['story', 'a'.repeat(5001), /to 5,000 characters. It has 5,001 now/],
    ['pictures', Array.from({ length: 4 }, () => picture('image/png')), /at most 3/],
    ['pictures', [picture('image/png', 5_000_001)], /use huge\.png/],
    ['pictures', [picture('image/svg+xml')], /use huge\.png/],
    ['consent', false, /We need your consent/],
  ])('is invalid with another %s (%#)', (field, value, error) => {
    const errors = validateStory({ ...VALID, [field]: value });
    expect(errors[field as keyof typeof errors]).toMatch(error);
  });
});

describe('an error of the server', () => {
  const error = (code: string, more: object = {}) =>
    new ApiError({ code, status: 400, message: 'Wrong.', ...more });

  it('belongs to the fields that it names', () => {
    const names = ['name', 'company', 'email', 'story', 'consent'];
    const fields = [...names, 'unknown'].map((field) => ({ field, message: 'Wrong.' }));
    const errors = toFieldErrors(error('validation_failed', { details: { fields } }));
    expect(Object.keys(errors)).toEqual(names);
    expect(errors.story).toMatch(/Use 20 to 5,000 characters of plain text/);
    expect(toFieldErrors(error('rate_limited'))).toEqual({});
  });

  it.each([
    [undefined, /Please try again later\.$/],
    [86_000, /Please try again in 24 hours\.$/],
    [3_599, /Please try again in 60 minutes\.$/],
    [61, /Please try again in 2 minutes\.$/],
    [1, /Please try again in 1 second\.$/],
  ])('after too many stories says to wait %s seconds in the largest unit', (retryAfterSeconds, text) =>
    expect(storyErrorMessage(error('rate_limited', { retryAfterSeconds }))).toMatch(text),
  );
});
