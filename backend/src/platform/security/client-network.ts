import { currentRequest } from '../logging/request-context.js';
import { networkOf } from './network-addresses.js';

/** What limits per IP count the present caller by. */
export function clientNetwork(): string {
  return networkOf(currentRequest()?.ip ?? 'unknown');
}
