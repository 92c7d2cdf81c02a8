/** What a message with a code says, whatever it is for. Short: messages are paid for by the part. */
export function smsText(code: string, productName: string): string {
  return `${code} is your code for ${productName}. It works once, for a minute. Give it to no one.`;
}
