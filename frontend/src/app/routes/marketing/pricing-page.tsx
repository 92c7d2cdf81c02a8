import { PriceList } from '../../../features/pricing/components/price-list';
import { staticContent } from '../../../lib/hydration/static-content';
import { NoBreakHyphens } from '../../../ui/data-display/no-break-hyphens';

const Content = await staticContent(() => import('./pricing-content'));

export function Page() {
  return (
    <>
      <section className="mx-auto max-w-page px-5 pt-12 sm:pt-20">
        <h1 className="max-w-[56rem] text-h1">
          One price per team. <span className="marked">No hidden fees.</span>
        </h1>
        <p className="mt-5 mb-12 max-w-[44rem] text-lead text-ink-soft">
          Start with a 14-day free trial. Every paid plan comes with a{' '}
          <NoBreakHyphens>30-day money-back</NoBreakHyphens> guarantee.
        </p>
        <PriceList />
      </section>
      <Content />
    </>
  );
}
