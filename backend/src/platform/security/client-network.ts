import { currentRequest } from '../logging/request-context.js';
import { toNetwork } from './network-addresses.js';

/** Key of the current caller for limits per IP address. */
export function clientNetwork(): string {
  return toNetwork(currentRequest()?.ip ?? 'unknown');
}
