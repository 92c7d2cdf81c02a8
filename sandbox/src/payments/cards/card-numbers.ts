export type CardBrand =
  | 'visa'
  | 'mastercard'
  | 'amex'
  | 'discover'
  | 'diners'
  | 'jcb'
  | 'unionpay'
  | 'unknown';

/** Luhn check. Expects digits only. */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let index = 0; index < number.length; index += 1) {
    const digit = Number(number[number.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return number.length > 0 && sum % 10 === 0;
}

const BRANDS: readonly [CardBrand, RegExp][] = [
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['amex', /^3[47]/],
  ['discover', /^(6011|64[4-9]|65)/],
  ['diners', /^(30[0-5]|36|38|39)/],
  ['jcb', /^35/],
  ['unionpay', /^62/],
];

/** The brand by prefix; works on partial numbers. */
export function detectBrand(number: string): CardBrand {
  return BRANDS.find(([, pattern]) => pattern.test(number))?.[0] ?? 'unknown';
}

/** Valid number lengths of the brand. */
export function getLengths(brand: CardBrand): readonly number[] {
  if (brand === 'amex') return [15];
  if (brand === 'diners') return [14, 16];
  if (brand === 'unionpay') return [16, 17, 18, 19];
  return [16];
}

export function getCvcLength(brand: CardBrand): number {
  return brand === 'amex' ? 4 : 3;
}
