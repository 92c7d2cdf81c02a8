import { HEAD } from '../../../content/customer-stories';
import { ILLUSTRATIVE } from '../../../content/illustrative';
import { STORIES, type Story } from '../../../content/testimonials';
import { PageHeader } from '../../../ui/layout/page-header';
import { BillLine } from '../../../ui/layout/slip';

export function Content() {
  return (
    <>
      <PageHeader title={HEAD.title} marked={HEAD.marked} lead={HEAD.lead} />
      <section aria-label="Stories" className="mx-auto max-w-page px-5">
        <p className="caption mb-4">{ILLUSTRATIVE}: companies and people are fictional.</p>
        <ul className="grid grid-cols-1 gap-5 lg:grid-cols-2 lg:gap-6">
          {STORIES.map((story) => (
            <StoryCard key={story.company} story={story} />
          ))}
        </ul>
      </section>
    </>
  );
}

function StoryCard({ story }: { story: Story }) {
  return (
    <li className="deferred flex flex-col rounded-sheet border border-rule bg-sheet p-6 sm:p-9">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b-2 border-ink pb-3">
        <p className="font-bold tracking-tight">{story.company}</p>
        <p className="caption">{story.industry}</p>
      </div>
      <h2 className="mt-6 text-h2">{story.growth}</h2>
      <figure className="mt-6 mb-8">
        <blockquote className="text-lead text-ink-soft">“{story.testimonial}”</blockquote>
        <figcaption className="mt-5 text-small">
          <span className="font-semibold">{story.author}</span>
          <span className="text-ink-soft">, {story.role}</span>
        </figcaption>
      </figure>
      <div className="mt-auto border-t border-rule pt-3 text-small">
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
