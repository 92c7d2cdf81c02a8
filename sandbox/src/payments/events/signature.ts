import { createHmac } from 'node:crypto';

/** The value of `Stripe-Signature` for this body: made over real time, because the receiver compares it with its own clock. */
export function signatureHeader(body: string, secret: string): string {
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}
