import { useState } from 'react';
import {
  CALL_TO_ACTION,
  FEATURES,
  HERO,
  ILLUSTRATIVE,
  STATS_STRIP,
  TESTIMONIALS,
} from '../../../content/home';
import { Button, buttonClass } from '../../../ui/button';
import { Link } from '../../../ui/link';
import { DemoDialog } from './demo-dialog';
import { StatementSlip } from './statement-slip';

/** Home. */
export function Page() {
  return (
    <>
      <Hero />
      <Features />
      <Stats />
      <Testimonials />
      <CallToAction />
    </>
  );
}

function Hero() {
  const [demo, setDemo] = useState(false);
  return (
    <section className="mx-auto grid max-w-page items-center gap-12 px-5 pt-12 pb-20 sm:pt-20 lg:grid-cols-[1.15fr_1fr] lg:gap-16">
      <div>
        <h1 className="text-display tracking-[-0.045em]">
          Built for <span className="marked">Small Teams</span> &amp; SMBs
        </h1>
        <p className="mt-7 max-w-prose text-lead text-ink-soft">{HERO.lead}</p>
        <div className="mt-9 flex flex-wrap gap-3">
          <Link to="/pricing" className={buttonClass('ink', 'large')}>
            Get Started
          </Link>
          <Button variant="outline" size="large" onClick={() => setDemo(true)}>
            Watch Demo
          </Button>
        </div>
        <dl className="mt-12 grid grid-cols-3 gap-x-5 sm:flex sm:gap-x-10">
          {HERO.stats.map((stat) => (
            <div key={stat.label} className="flex flex-col-reverse justify-end">
              <dt className="text-small text-ink-soft">{stat.label}</dt>
              <dd className="sum text-h2">{stat.figure}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="mx-auto w-full max-w-110 lg:rotate-1">
        <StatementSlip />
      </div>
      <DemoDialog open={demo} onClose={() => setDemo(false)} />
    </section>
  );
}

function Features() {
  return (
    <section aria-labelledby="features" className="border-y border-rule bg-sheet">
      <div className="mx-auto max-w-page px-5 pt-20 pb-10 sm:pt-24 sm:pb-12">
        <h2 id="features" className="max-w-[42rem] text-h2">
          Six ways to stop paying for what nobody uses
        </h2>
        <ol className="mt-12 grid gap-x-12 sm:grid-cols-2 lg:grid-cols-3">
          {FEATURES.map((feature, index) => (
            <li key={feature.title} className="border-t-2 border-ink pt-5 pb-12">
              <p className="caption">{String(index + 1).padStart(2, '0')}</p>
              <h3 className="mt-3 text-h3">{feature.title}</h3>
              <p className="mt-2 text-ink-soft">{feature.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Stats() {
  return (
    <section aria-label="In figures" className="mx-auto max-w-page px-5 py-16">
      <dl className="grid grid-cols-2 gap-y-8 lg:grid-cols-4">
        {STATS_STRIP.map((stat) => (
          <div key={stat.label} className="flex flex-col-reverse border-l-4 border-marker pl-5">
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
    <section aria-labelledby="voices" className="mx-auto max-w-page px-5 py-16">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="voices" className="text-h2">
          What a shorter bill feels like
        </h2>
        <p className="caption">{ILLUSTRATIVE}</p>
      </div>
      <ul className="mt-10 grid gap-px border border-rule bg-rule md:grid-cols-3">
        {TESTIMONIALS.map((voice) => (
          <li key={voice.author} className="bg-sheet p-7">
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

function CallToAction() {
  return (
    <section aria-labelledby="start" className="mx-auto max-w-page px-5 pt-8">
      <div className="flex flex-wrap items-center justify-between gap-8 bg-marker px-7 py-12 text-marker-ink sm:px-12 sm:py-16">
        <div>
          <h2 id="start" className="text-h2">
            {CALL_TO_ACTION.headline}
          </h2>
          <p className="mt-3 text-lead">{CALL_TO_ACTION.text}</p>
        </div>
        <Link to="/pricing" className={buttonClass('on-marker', 'large')}>
          Choose a plan
        </Link>
      </div>
    </section>
  );
}
