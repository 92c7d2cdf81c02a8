import { testCardByNumber, type TestCard } from './test-cards.ts';
import { DECLINES } from './declines.ts';
import type { Sandbox } from '../sandbox.ts';
import type { CardOnFile } from '../state/records.ts';

const LIVE_CARD: TestCard = {
  number: '',
  summary: 'Not a test card',
  group: 'declined',
  decline: DECLINES.liveCard,
};

/** How the card behind a payment method behaves. */
export function cardBehind(
  { store }: Sandbox,
  paymentMethodId: string,
): { file: CardOnFile; card: TestCard } {
  const file = store.get('card_on_file', paymentMethodId);
  if (!file) throw new Error(`There is no card behind ${paymentMethodId}.`);
  return { file, card: testCardByNumber(file.number) ?? LIVE_CARD };
}
