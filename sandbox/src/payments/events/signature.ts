import { createHmac } from 'node:crypto';

/** The `Stripe-Signature` header. Uses real time, because the receiver checks it against its own clock. */
export function signatureHeader(body: string, secret: string): string {
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}
