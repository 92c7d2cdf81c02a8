import { declineBody, DECLINES } from '../cards/declines.ts';
import { testCardByNumber } from '../cards/test-cards.ts';
import { ApiError } from '../http/api-error.ts';
import { fields, integer, required, text } from '../http/parameters.ts';
import { route, type Route } from '../http/route.ts';
import { createPaymentMethod } from '../intents/payment-methods.ts';
import { newId } from '../state/identifiers.ts';
import { readPaymentMethodData } from './payment-method-parameters.ts';

const create = route({
  method: 'POST',
  path: '/v1/tokens',
  allowPublishable: true,
  parameters: {
    card: required(
      fields({ number: required(text), exp_month: integer, exp_year: integer, cvc: text, name: text }),
    ),
  },
  run(call, { card: { name: _name, ...card } }) {
    const { sandbox } = call;
    const method = createPaymentMethod(sandbox, readPaymentMethodData(call, { type: 'card', card }));
    if (!testCardByNumber(card.number.replace(/\D/g, '')))
      throw new ApiError(402, declineBody(DECLINES.liveCard));
    const { id } = sandbox.store.put('card_token', { id: newId('tok'), card });
    return {
      id,
      object: 'token',
      card: { ...method.card, id: newId('card'), object: 'card' },
      client_ip: null,
      created: sandbox.clock.now(),
      livemode: false,
      type: 'card',
      used: false,
    };
  },
});

export const tokenRoutes: readonly Route[] = [create];
