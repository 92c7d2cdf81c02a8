import type { ComponentType } from 'react';
import { articleEntry, ARTICLES, type ArticleId } from '../../../content/articles/catalogue';
import { Badge } from '../../../ui/badge';
import { Button, buttonClass } from '../../../ui/button';
import { BackIcon, ShareIcon } from '../../../ui/icons';
import { Link } from '../../../ui/link';
import { MarkerPanel } from '../../../ui/marker-panel';
import { StartTrial } from '../../../ui/start-trial';
import { longDate } from '../dates';
import { shareArticle } from '../share-article';
import { ArticleCard } from './article-card';

/** An article with its head, its body and what to do after reading. */
export function ArticleScreen({ id, Body }: { id: ArticleId; Body: ComponentType }) {
  const article = articleEntry(id);
  return (
    <>
      <article className="mx-auto max-w-page px-5 pt-8 sm:pt-12">
        <Link to="/blogs" className={buttonClass('quiet', 'medium', '-ml-4.5 print:hidden')}>
          <BackIcon className="size-4.5" />
          Back to Blog
        </Link>
        <header className="mt-8 max-w-[52rem] sm:mt-12">
          <Badge>{article.category}</Badge>
          <h1 className="mt-5 text-h1">{article.title}</h1>
          <p className="mt-5 text-lead text-ink-soft">{article.description}</p>
        </header>
        <div className="mt-10 grid gap-x-12 gap-y-10 border-t-2 border-ink pt-6 lg:grid-cols-[1fr_2.2fr]">
          <div className="flex flex-wrap items-center justify-between gap-4 self-start lg:sticky lg:top-24 lg:flex-col lg:items-start">
            <p className="text-small">
              <span className="block font-semibold">{article.author}</span>
              <span className="text-ink-soft">
                <time dateTime={article.date}>{longDate(article.date)}</time> · {article.readTime}
              </span>
            </p>
            <Button
              variant="outline"
              className="print:hidden"
              onClick={() => void shareArticle(article.title)}
            >
              <ShareIcon className="size-4.5" />
              Share
            </Button>
          </div>
          <Body />
        </div>
      </article>
      <MarkerPanel
        headline="Read your own bill."
        text="Connect a mailbox and see every subscription on one statement."
      >
        <StartTrial variant="on-marker" size="large" />
      </MarkerPanel>
      <MoreArticles besides={id} />
    </>
  );
}

function MoreArticles({ besides }: { besides: ArticleId }) {
  return (
    <section aria-labelledby="more" className="mx-auto max-w-page px-5 pt-20 sm:pt-28 print:hidden">
      <h2 id="more" className="text-h2">
        More to read
      </h2>
      <div className="mt-8 grid grid-cols-1 gap-5 sm:grid-cols-2 lg:gap-6">
        {ARTICLES.filter((article) => article.id !== besides).map((article) => (
          <ArticleCard key={article.id} article={article} level={3} />
        ))}
      </div>
    </section>
  );
}
