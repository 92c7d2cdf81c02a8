import { isHardDecline } from '../cards/declines.ts';
import type { TestCard } from '../cards/test-cards.ts';
import type { Decline } from '../cards/declines.ts';
import type { Charge } from '../state/wire.ts';

const RISK_SCORES = { normal: 32, elevated: 66, highest: 92 } as const;

/** The outcome of a charge: the issuer's response and the risk assessment. */
export function toOutcome(card: TestCard, decline: Decline | undefined): NonNullable<Charge['outcome']> {
  const riskLevel = card.riskLevel ?? 'normal';
  const blocked = riskLevel === 'highest' && decline !== undefined;
  return {
    advice_code: decline && !blocked ? adviceFor(decline) : null,
    network_advice_code: null,
    network_decline_code: decline && !blocked ? '05' : null,
    network_status: decline
      ? blocked
        ? 'not_sent_to_network'
        : 'declined_by_network'
      : 'approved_by_network',
    reason: blocked ? 'highest_risk_level' : (decline?.declineCode ?? null),
    risk_level: riskLevel,
    risk_score: RISK_SCORES[riskLevel],
    seller_message: sellerMessage(decline, blocked),
    type: decline ? (blocked ? 'blocked' : 'issuer_declined') : 'authorized',
  };
}

function adviceFor({ declineCode }: Decline): 'do_not_try_again' | 'try_again_later' {
  return isHardDecline(declineCode) ? 'do_not_try_again' : 'try_again_later';
}

function sellerMessage(decline: Decline | undefined, blocked: boolean): string {
  if (!decline) return 'Payment complete.';
  return blocked
    ? 'Stripe blocked this payment as too risky.'
    : `The bank returned the decline code \`${decline.declineCode}\`.`;
}
