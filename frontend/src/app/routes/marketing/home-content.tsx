import { CALL_TO_ACTION, FEATURES, INSIDE, STATS_STRIP, TESTIMONIALS_HEADLINE } from '../../../content/home';
import { ILLUSTRATIVE } from '../../../content/illustrative';
import { TESTIMONIALS } from '../../../content/testimonials';
import { DemoDialog } from '../../../features/showcase/components/demo-dialog';
import { FEATURE_SCREENS } from '../../../features/showcase/components/feature-screens';
import { OverviewScreen } from '../../../features/showcase/components/screens/overview-screen';
import { buttonClass } from '../../../ui/buttons/button';
import { Link } from '../../../ui/navigation/link';
import { CtaPanel } from '../../../ui/layout/cta-panel';

/** The home page below the hero, and the demo dialog. */
export function Content() {
  return (
    <>
      <Inside />
      <Features />
      <Stats />
      <Testimonials />
      <CtaPanel headline={CALL_TO_ACTION.headline} text={CALL_TO_ACTION.text}>
        <Link to="/pricing" className={buttonClass('on-marker', 'large')}>
          Choose a plan
        </Link>
      </CtaPanel>
      <DemoDialog />
    </>
  );
}

function Features() {
  return (
    <section aria-labelledby="features" className="deferred border-y border-rule bg-card">
      <div className="mx-auto max-w-page px-5 py-20 sm:py-28">
        <h2 id="features" className="max-w-[42rem] text-h2">
          {FEATURES.headline}
        </h2>
        <ul className="mt-12 grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6">
          {FEATURES.cards.map((feature) => (
            <li
              key={feature.title}
              className="row-span-2 grid grid-cols-1 grid-rows-subgrid gap-0 overflow-hidden rounded-card border border-rule bg-paper"
            >
              <div className="border-b border-rule bg-well">
                <div className="peek h-56 px-5 pt-6">{FEATURE_SCREENS[feature.screen]}</div>
              </div>
              <div className="p-6">
                <h3 className="text-h3">{feature.title}</h3>
                <p className="mt-2 text-ink-soft">{feature.text}</p>
              </div>
            </li>
          ))}
        </ul>
        <p className="mt-8">
          <Link to="/features" className="font-semibold text-link">
            See every feature
          </Link>
        </p>
      </div>
    </section>
  );
}

function Inside() {
  return (
    <section aria-labelledby="inside" className="deferred mx-auto max-w-page px-5 pb-20 sm:pb-28">
      <div className="grid items-baseline gap-x-16 gap-y-4 border-t-2 border-ink pt-8 lg:grid-cols-2">
        <h2 id="inside" className="text-h2">
          {INSIDE.headline}
        </h2>
        <p className="max-w-prose text-ink-soft">{INSIDE.text}</p>
      </div>
      <div className="mt-10">
        <OverviewScreen />
      </div>
    </section>
  );
}

function Stats() {
  return (
    <section aria-label="Key numbers" className="deferred mx-auto max-w-page px-5 py-20 sm:py-28">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(max(8rem,34%),1fr))] gap-y-8 lg:grid-cols-4">
        {STATS_STRIP.map((stat) => (
          <div key={stat.label} className="flex flex-col-reverse border-l-4 border-ink pl-5">
            <dt className="text-small text-ink-soft">{stat.label}</dt>
            <dd className="sum text-h1">{stat.figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Testimonials() {
  return (
    <section aria-labelledby="voices" className="deferred mx-auto max-w-page px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="voices" className="text-h2">
          {TESTIMONIALS_HEADLINE}
        </h2>
        <p className="caption">
          {ILLUSTRATIVE}: the companies, people, and numbers on this page are fictional.
        </p>
      </div>
      <ul className="mt-10 grid gap-px border border-rule bg-rule md:grid-cols-3">
        {TESTIMONIALS.map((voice) => (
          <li key={voice.author} className="bg-card p-7">
            <figure className="flex h-full flex-col justify-between gap-8">
              <blockquote className="text-lead font-medium tracking-tight">“{voice.quote}”</blockquote>
              <figcaption className="text-small">
                <span className="block font-semibold">{voice.author}</span>
                <span className="text-ink-soft">{voice.role}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
