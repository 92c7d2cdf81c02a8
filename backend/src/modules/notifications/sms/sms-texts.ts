/** Text of any SMS with a code. Keep it short: messages are billed by segment. */
export function smsText(code: string, productName: string): string {
  return `${code} is your verification code for ${productName}. It expires in 1 minute. Never share this code.`;
}
