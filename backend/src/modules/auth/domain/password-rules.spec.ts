import { WeakPasswordError } from './auth-errors.js';
import { assertStrong, isTooLong, personalWords, type CharacterRule } from './password-rules.js';

function weaknesses(password: string, characters: CharacterRule = 'none', minLength = 6): readonly string[] {
  try {
    assertStrong(password, { minLength, characters });
    return [];
  } catch (error) {
    if (error instanceof WeakPasswordError) return error.reasons;
    throw error;
  }
}

describe('passwords', () => {
  it('need six characters, counted as a person counts them', () => {
    expect(weaknesses('12345')).toEqual(['length']);
    expect(weaknesses('123456')).toEqual([]);
    expect(weaknesses('🔑🔑🔑')).toEqual(['length']);
  });

  it('have 72 bytes at most: a longer one would be cut somewhere, unseen', () => {
    expect(isTooLong('é'.repeat(36))).toBe(false);
    expect(isTooLong('é'.repeat(36) + 'x')).toBe(true);
    expect(weaknesses('x'.repeat(73))).toEqual(['length']);
  });

  it('are rejected when they are known to be stolen, beside whatever else is wrong', () => {
    const validate = (password: string) => () =>
      assertStrong(password, { minLength: 6, characters: 'none', breached: true });
    expect(validate('123456')).toThrow(expect.objectContaining({ reasons: ['pwned'] }));
    expect(validate('12345')).toThrow(expect.objectContaining({ reasons: ['length', 'pwned'] }));
  });

  it('are rejected when they are easy to guess, for one reason even if they were stolen too', () => {
    const weakness = (password: string, breached: boolean) => {
      try {
        assertStrong(password, { minLength: 6, characters: 'letters_digits', guessable: true, breached });
      } catch (error) {
        return error as WeakPasswordError;
      }
      throw new Error('not rejected');
    };
    expect(weakness('password', true).reasons).toEqual(['characters', 'pwned']);
    expect(weakness('password1', true)).toMatchObject({
      reasons: ['pwned'],
      message: 'This password is too easy to guess. Choose a longer or less common one.',
    });
    expect(weakness('abc1', false).reasons).toEqual(['length']);
  });

  it('are easy to guess for who knows the words in an address, a number and a name', () => {
    const owner = { email: 'ada.b@example.com', phone: '15550100199', fullName: 'Ada Lovelace-King' };
    expect(personalWords(owner).join(' | ')).toBe(
      'ada.b@example.com | adabexamplecom | ada | example | com | 15550100199 | ' +
        'Ada Lovelace-King | AdaLovelaceKing | Ada | Lovelace | King',
    );
    expect(personalWords({ email: null, phone: undefined, fullName: '' })).toEqual([]);
  });

  it('need the kinds of characters that the operator asks for', () => {
    expect(weaknesses('lettersonly', 'letters_digits')).toEqual(['characters']);
    expect(weaknesses('letters4', 'letters_digits')).toEqual([]);
    expect(weaknesses('Letters4', 'lower_upper_digits_symbols')).toEqual(['characters']);
    expect(weaknesses('Letters4!', 'lower_upper_digits_symbols')).toEqual([]);
    expect(weaknesses('a', 'letters_digits')).toEqual(['length', 'characters']);
  });
});
