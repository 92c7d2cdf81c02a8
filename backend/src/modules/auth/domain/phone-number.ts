const E164 = /^[1-9]\d{1,14}$/;

/** The digits of an E.164 number, without plus sign and spaces; undefined if the text is not one. */
export function parsePhoneNumber(text: string): string | undefined {
  const digits = text.replace(/\s+/g, '').replace(/^\+/, '');
  return E164.test(digits) ? digits : undefined;
}
