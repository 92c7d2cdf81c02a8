import { HERO } from '../../../content/hero';
import { StatementCard } from '../../../features/showcase/components/statement-card';
import { buttonClass } from '../../../ui/buttons/button';
import { Link } from '../../../ui/navigation/link';
import { DialogOpener } from '../../../ui/dialogs/page-dialog';
import { staticContent } from '../../../lib/hydration/static-content';

const Content = await staticContent(() => import('./home-content'));

export function Page() {
  return (
    <>
      <Hero />
      <Content />
    </>
  );
}

function Hero() {
  return (
    <section className="mx-auto grid max-w-page items-center gap-12 px-5 pt-12 pb-20 sm:pt-20 sm:pb-28 lg:grid-cols-[1.15fr_1fr] lg:gap-16">
      <div>
        <h1 className="sweep text-display tracking-[-0.045em]">
          Built for {/* Wraps only if it is wider than the page. */}
          <span className="inline-block max-w-full">
            <span className="marked">Small Teams</span>
          </span>{' '}
          &amp; SMBs
        </h1>
        <p className="mt-7 max-w-prose text-lead text-ink-soft">{HERO.lead}</p>
        <div className="mt-9 flex flex-wrap gap-3">
          <Link to="/pricing" className={buttonClass('ink', 'large')}>
            Get Started
          </Link>
          <DialogOpener dialogId="demo" variant="outline" size="large">
            Watch Demo
          </DialogOpener>
        </div>
        <dl className="mt-12 up-to-three-columns gap-x-5 sm:flex sm:gap-x-10">
          {HERO.stats.map((stat) => (
            <div key={stat.label} className="flex flex-col-reverse justify-end">
              <dt className="text-small text-ink-soft">{stat.label}</dt>
              <dd className="sum text-h2">{stat.figure}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="mx-auto w-full max-w-110 sweep lg:rotate-1">
        <StatementCard />
      </div>
    </section>
  );
}
