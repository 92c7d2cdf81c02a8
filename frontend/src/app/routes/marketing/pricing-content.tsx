import { pricingQuestions } from '../../../content/faq';
import { PlanComparison } from '../../../features/pricing/components/plan-comparison';
import { siteConfig } from '../../../lib/config/site-config';
import { Disclosure } from '../../../ui/layout/disclosure';

export function Content() {
  return (
    <>
      <section aria-labelledby="compare" className="deferred mx-auto max-w-page px-5 pt-20 sm:pt-28">
        <h2 id="compare" className="mb-8 text-h2">
          Compare plans
        </h2>
        <PlanComparison />
      </section>
      <section
        aria-labelledby="faq"
        className="deferred mx-auto grid max-w-page gap-8 px-5 pt-20 sm:pt-28 lg:grid-cols-[1fr_2fr]"
      >
        <h2 id="faq" className="text-h2">
          Frequently asked questions
        </h2>
        <div className="border-t-2 border-ink">
          {pricingQuestions(siteConfig().supportEmail).map(({ question, answer }) => (
            <Disclosure key={question} summary={question}>
              <p>{answer}</p>
            </Disclosure>
          ))}
        </div>
      </section>
    </>
  );
}
