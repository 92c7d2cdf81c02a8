import { testCardByNumber, type TestCard } from './test-cards.ts';
import { declineWithCode, DECLINES } from './declines.ts';
import type { Sandbox } from '../sandbox.ts';
import type { CardOnFile } from '../state/records.ts';

const LIVE_CARD: TestCard = {
  number: '',
  summary: 'Not a test card, declined',
  group: 'declined',
  decline: DECLINES.liveCard,
};

/** The card behind a payment method, with its test behavior. */
export function lookUpCard(
  { store }: Sandbox,
  paymentMethodId: string,
): { file: CardOnFile; card: TestCard } {
  const file = store.get('card_on_file', paymentMethodId);
  if (!file) throw new Error(`No card on file for ${paymentMethodId}`);
  const card = testCardByNumber(file.number) ?? LIVE_CARD;
  if (file.declineCode === undefined) return { file, card };
  return { file, card: { ...card, decline: declineWithCode(file.declineCode) } };
}
