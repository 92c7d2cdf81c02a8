import { periodEndAfter, type Recurrence } from '../../billing/periods.ts';
import { invalidRequest } from '../../http/api-error.ts';
import { fields, integer, required, type Values } from '../../http/parameters.ts';
import type { Call } from '../../http/route.ts';

export const startDateShape = {
  backdate_start_date: integer,
  billing_cycle_anchor_config: fields({
    day_of_month: required(integer),
    hour: integer,
    minute: integer,
    month: integer,
    second: integer,
  }),
};

/**
 * When the first period starts; undefined for now. The sandbox supports a start in the current period to which the later ones are
 * anchored. Stripe also charges for earlier periods and for parts of one.
 */
export function readStart(
  { sandbox }: Call,
  { backdate_start_date: start, billing_cycle_anchor_config: anchor }: Values<typeof startDateShape>,
  recurrence: Recurrence | null | undefined,
): number | undefined {
  if (start === undefined && anchor === undefined) return undefined;
  const now = sandbox.clock.now();
  if (start !== undefined && start > now)
    throw invalidRequest('`backdate_start_date` must be in the past.', { param: 'backdate_start_date' });
  const date = new Date((start ?? now) * 1000);
  const isAnchored =
    anchor?.day_of_month === date.getUTCDate() &&
    anchor.hour === date.getUTCHours() &&
    anchor.minute === date.getUTCMinutes() &&
    anchor.second === date.getUTCSeconds() &&
    (recurrence?.interval === 'month' || anchor.month === date.getUTCMonth() + 1);
  if (start === undefined || !isAnchored || !recurrence || periodEndAfter(start, start, recurrence) <= now)
    throw invalidRequest(
      'The sandbox supports only a `backdate_start_date` in the current period with a matching `billing_cycle_anchor_config`.',
      { param: 'backdate_start_date' },
    );
  return start;
}
