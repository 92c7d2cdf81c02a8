import { lazy, Suspense } from 'react';
import { loadChunk } from '../../../../lib/hydration/load-chunk';
import { Loading } from '../../../../ui/feedback/loading';
import type { CardFormProps } from './card-form';

const Form = lazy(async () => ({ default: (await loadChunk(() => import('./card-form'))).CardForm }));

/** The card form, loaded with the payment provider's code when it is first shown. */
export function LazyCardForm(props: CardFormProps) {
  return (
    <Suspense fallback={<Loading label="Loading the card form..." className="min-h-40" />}>
      <Form {...props} />
    </Suspense>
  );
}
