const E164 = /^[1-9]\d{1,14}$/;

/** The digits of an international number, without plus sign and spaces; undefined for what is none. */
export function parsePhoneNumber(text: string): string | undefined {
  const digits = text.replace(/\s+/g, '').replace(/^\+/, '');
  return E164.test(digits) ? digits : undefined;
}
