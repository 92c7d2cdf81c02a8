// cspell:ignore adabexamplecom
import { WeakPasswordError } from '../core/auth-errors.js';
import { assertStrongPassword, isTooLong, personalWords, type CharacterRule } from './password-rules.js';

function weaknesses(password: string, characters: CharacterRule = 'none', minLength = 6): readonly string[] {
  try {
    assertStrongPassword(password, { minLength, characters });
    return [];
  } catch (error) {
    if (error instanceof WeakPasswordError) return error.reasons;
    throw error;
  }
}

describe('password rules', () => {
  it('require six characters, counting code points', () => {
    expect(weaknesses('12345')).toEqual(['length']);
    expect(weaknesses('123456')).toEqual([]);
    expect(weaknesses('🔑🔑🔑')).toEqual(['length']);
  });

  it('allow at most 72 bytes, because other systems truncate longer passwords', () => {
    expect(isTooLong('é'.repeat(36))).toBe(false);
    expect(isTooLong('é'.repeat(36) + 'x')).toBe(true);
    expect(weaknesses('x'.repeat(73))).toEqual(['length']);
  });

  it('reject breached passwords in addition to other reasons', () => {
    const validate = (password: string) => () =>
      assertStrongPassword(password, { minLength: 6, characters: 'none', breached: true });
    expect(validate('123456')).toThrow(expect.objectContaining({ reasons: ['pwned'] }));
    expect(validate('12345')).toThrow(expect.objectContaining({ reasons: ['length', 'pwned'] }));
  });

  it('reject easily guessed passwords, with one reason even if they are also breached', () => {
    const weakness = (password: string, breached: boolean) => {
      try {
        assertStrongPassword(password, {
          minLength: 6,
          characters: 'letters_digits',
          guessable: true,
          breached,
        });
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

  it('treat the email address, the phone number, the name and the words in them as easy to guess', () => {
    const owner = { email: 'ada.b@example.com', phone: '15550100199', fullName: 'Ada Lovelace-King' };
    expect(personalWords(owner).join(' | ')).toBe(
      'ada.b@example.com | adabexamplecom | ada | example | com | 15550100199 | ' +
        'Ada Lovelace-King | AdaLovelaceKing | Ada | Lovelace | King',
    );
    expect(personalWords({ email: null, phone: undefined, fullName: '' })).toEqual([]);
  });

  it('require the configured character classes', () => {
    expect(weaknesses('letters', 'letters_digits')).toEqual(['characters']);
    expect(weaknesses('letters4', 'letters_digits')).toEqual([]);
    expect(weaknesses('Letters4', 'lower_upper_digits_symbols')).toEqual(['characters']);
    expect(weaknesses('Letters4!', 'lower_upper_digits_symbols')).toEqual([]);
    expect(weaknesses('a', 'letters_digits')).toEqual(['length', 'characters']);
  });
});
