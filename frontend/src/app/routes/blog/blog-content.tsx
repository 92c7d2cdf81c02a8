import { ARTICLES } from '../../../content/articles/catalog';
import { ArticleCard } from '../../../features/blog/components/article-card';
import { PageHeader } from '../../../ui/layout/page-header';

export function Content() {
  return (
    <>
      <PageHeader
        title="Notes on"
        marked="the monthly bill."
        lead="How to buy software, pay for it, and cancel in time. Written for the person who gets the invoices."
      />
      <section aria-label="Articles" className="mx-auto max-w-page px-5">
        <div className="grid grid-cols-1 gap-5 lg:grid-cols-3 lg:gap-6">
          {ARTICLES.map((article) => (
            <ArticleCard key={article.id} article={article} />
          ))}
        </div>
      </section>
    </>
  );
}
