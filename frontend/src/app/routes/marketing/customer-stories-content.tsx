import type { ReactNode } from 'react';
import { HEAD } from '../../../content/customer-stories';
import { ILLUSTRATIVE } from '../../../content/illustrative';
import { STORIES, type Story } from '../../../content/testimonials';
import { PageHeader } from '../../../ui/layout/page-header';
import { BillLine, ReceiptCard } from '../../../ui/layout/receipt-card';

const [LEAD, ...OTHERS] = STORIES as readonly [Story, ...Story[]];

export function Content() {
  return (
    <>
      <PageHeader title={HEAD.title} marked={HEAD.marked} lead={HEAD.lead} />
      <section aria-label="Stories" className="mx-auto max-w-page px-5">
        <p className="caption mb-4">{ILLUSTRATIVE}: companies and people are fictional.</p>
        <ul className="grid grid-cols-1 gap-5 lg:grid-cols-3 lg:gap-6">
          <LeadStory story={LEAD} />
          {OTHERS.map((story) => (
            <StoryCard key={story.company} story={story} />
          ))}
        </ul>
      </section>
    </>
  );
}

/** The first story, large, with its numbers on a bill. */
function LeadStory({ story }: { story: Story }) {
  return (
    <li className="grid lg:col-span-3 rounded-card border border-rule bg-card lg:grid-cols-[1.7fr_1fr]">
      <div className="p-6 sm:p-10 lg:p-12">
        <Company story={story} />
        <h2 className="mt-8 text-h1">{story.growth}</h2>
        <figure className="mt-8">
          <blockquote className="text-h3 leading-normal font-medium">“{story.testimonial}”</blockquote>
          <Author story={story} />
        </figure>
      </div>
      <div className="flex items-center border-t border-rule bg-well p-6 sm:p-10 lg:border-t-0 lg:border-l">
        <div className="mx-auto w-full max-w-90 md:max-lg:max-w-none">
          <ReceiptCard className="px-6 pt-6 pb-8">
            <p className="caption border-b-2 border-ink pb-3">In numbers</p>
            <dl className="md:max-lg:grid md:max-lg:grid-cols-3 md:max-lg:gap-6">
              {story.metrics.map((metric) => (
                <div
                  key={metric.label}
                  className="flex flex-col-reverse border-b border-rule py-4 last:border-b-0 last:pb-0 md:max-lg:border-b-0 md:max-lg:pb-0"
                >
                  <dt className="text-small text-ink-soft">{metric.label}</dt>
                  <dd className="sum text-h2">{metric.value}</dd>
                </div>
              ))}
            </dl>
          </ReceiptCard>
        </div>
      </div>
    </li>
  );
}

function StoryCard({ story }: { story: Story }) {
  return (
    <li className="deferred flex flex-col gap-x-10 gap-y-8 rounded-card border border-rule bg-card p-6 sm:p-8 md:max-lg:grid md:max-lg:grid-cols-[1.15fr_1fr] md:max-lg:items-end">
      <div className="flex grow flex-col">
        <Company story={story} />
        <h2 className="mt-6 text-h3">{story.growth}</h2>
        <figure className="mt-4 flex grow flex-col">
          <blockquote className="text-ink-soft">“{story.testimonial}”</blockquote>
          <Author story={story} />
        </figure>
      </div>
      <div className="border-t border-rule pt-3 text-small">
        {story.metrics.map((metric) => (
          <BillLine
            key={metric.label}
            label={metric.label}
            value={<b className="whitespace-nowrap">{metric.value}</b>}
          />
        ))}
      </div>
    </li>
  );
}

/** A company's logo, name, and industry. */
function Company({ story }: { story: Story }) {
  return (
    <div className="flex items-center gap-4">
      <svg viewBox="0 0 48 48" className="size-12 shrink-0" aria-hidden="true">
        {MARKS[story.company]}
      </svg>
      <div>
        <p className="font-bold tracking-tight">{story.company}</p>
        <p className="caption">{story.industry}</p>
      </div>
    </div>
  );
}

function Author({ story }: { story: Story }) {
  return (
    <figcaption className="mt-auto flex items-center pt-5 gap-3 text-small">
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-round bg-ink text-[min(0.8125rem,3.7vw)] font-bold text-paper"
      >
        {story.author
          .split(' ')
          .map((name) => name.charAt(0))
          .join('')}
      </span>
      <span>
        <span className="block font-semibold">{story.author}</span>
        <span className="text-ink-soft">{story.role}</span>
      </span>
    </figcaption>
  );
}

const INK = 'var(--color-ink)';
const MARKER = 'var(--color-marker)';

/** A paper boat; a fjord; two staggered blocks; a kiln. */
const MARKS: Record<string, ReactNode> = {
  'Paperboat Logistics': (
    <>
      <path fill={MARKER} d="M24 8 36 27H12z" />
      <path fill={INK} d="M4 24l8 15h24l8-15-12 5H16z" />
    </>
  ),
  'Fjord & Fable': (
    <>
      <path fill={INK} d="M3 33 16 9l9 17 6-10 14 17z" />
      <path fill={MARKER} d="M3 36h42v5H3z" />
    </>
  ),
  'Studio Marzo': (
    <>
      <path fill={INK} d="M6 20h16v22H6z" />
      <path fill={MARKER} d="M26 6h16v22H26z" />
      <path fill={INK} d="M26 32h16v10H26z" />
    </>
  ),
  'Kiln & Daughters': (
    <>
      <path fill={INK} d="M6 42V22a18 16 0 0 1 36 0v20z" />
      <path fill={MARKER} d="M16 42V30a8 8 0 0 1 16 0v12z" />
    </>
  ),
};
