import { BELIEF, MISSION, PROMISE, VALUES } from '../../../content/manifesto';
import { StartTrialLink } from '../../../ui/navigation/start-trial-link';

export function Content() {
  return (
    <>
      <section className="mx-auto max-w-page px-5 pt-12 sm:pt-20">
        <p className="caption">{BELIEF.label}</p>
        <h1 className="mt-4 max-w-[58rem] text-h1">
          {BELIEF.headline} <span className="marked">{BELIEF.marked}</span>
        </h1>
        <div className="mt-10 grid gap-6 text-lead text-ink-soft md:ml-[calc((100%-2rem)/3+2rem)]">
          {BELIEF.paragraphs.map((paragraph) => (
            <p key={paragraph} className="max-w-prose">
              {paragraph}
            </p>
          ))}
        </div>
      </section>
      <section aria-labelledby="mission" className="deferred mt-20 border-y border-rule bg-card sm:mt-28">
        <div className="mx-auto max-w-page px-5 py-20 sm:py-28">
          <p className="caption">{MISSION.label}</p>
          <h2 id="mission" className="mt-4 max-w-[46rem] text-h2">
            {MISSION.headline}
          </h2>
          <div className="mt-8 text-lead text-ink-soft md:ml-[calc((100%-2rem)/3+2rem)]">
            {MISSION.paragraphs.map((paragraph) => (
              <p key={paragraph} className="max-w-prose">
                {paragraph}
              </p>
            ))}
          </div>
        </div>
      </section>
      <Values />
      <PromiseMade />
    </>
  );
}

function Values() {
  return (
    <section aria-labelledby="values" className="deferred mx-auto max-w-page px-5 pt-20 sm:pt-28">
      <h2 id="values" className="text-h2">
        {VALUES.headline}
      </h2>
      <ol className="mt-12 border-t-2 border-ink">
        {VALUES.items.map((value, index) => (
          <li
            key={value.title}
            className="grid gap-x-8 gap-y-3 border-b border-rule py-8 md:grid-cols-[1fr_2fr] md:py-10"
          >
            <h3 className="flex gap-4 text-h3">
              <span className="caption figure pt-1.5">{String(index + 1).padStart(2, '0')}</span>
              {value.title}
            </h3>
            <div className="max-w-prose">
              <p>{value.text}</p>
              <p className="mt-3 text-small text-ink-soft">
                Rules out: <span className="line-through decoration-1">{value.rulesOut}</span>
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function PromiseMade() {
  return (
    <section aria-labelledby="promise" className="deferred mx-auto max-w-page px-5 pt-20 sm:pt-28">
      <div className="border border-transparent bg-marker px-7 py-14 text-marker-ink sm:px-12 sm:py-20">
        <p className="text-fine font-medium">{PROMISE.label}</p>
        <h2 id="promise" className="mt-4 max-w-[48rem] text-h1">
          {PROMISE.headline}
        </h2>
        <div className="mt-8 flex flex-wrap items-end justify-between gap-8">
          <p className="max-w-prose text-lead">{PROMISE.text}</p>
          <StartTrialLink variant="on-marker" size="large" />
        </div>
      </div>
    </section>
  );
}
