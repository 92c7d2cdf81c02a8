import { ARTICLES, type ArticleId } from '../../../content/articles/catalog';
import { CtaPanel } from '../../../ui/layout/cta-panel';
import { StartTrialLink } from '../../../ui/navigation/start-trial-link';
import { ArticleCard } from './article-card';

/** Call to action and more articles. */
export function ArticleEnd({ id }: { id: ArticleId }) {
  return (
    <>
      <CtaPanel
        headline="Read your own bill."
        text="Connect your inbox and see every subscription on one statement."
      >
        <StartTrialLink variant="on-marker" size="large" />
      </CtaPanel>
      <section
        aria-labelledby="more"
        className="deferred mx-auto max-w-page px-5 pt-20 sm:pt-28 print:hidden"
      >
        <h2 id="more" className="text-h2">
          More articles
        </h2>
        <div className="mt-8 grid grid-cols-1 gap-5 sm:grid-cols-2 lg:gap-6">
          {ARTICLES.filter((article) => article.id !== id).map((article) => (
            <ArticleCard key={article.id} article={article} level={3} />
          ))}
        </div>
      </section>
    </>
  );
}
