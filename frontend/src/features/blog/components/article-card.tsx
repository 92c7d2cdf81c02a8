import { Link } from 'react-router-dom';
import type { ArticleEntry } from '../../../content/articles/catalogue';
import { Badge } from '../../../ui/badge';
import { buttonClass } from '../../../ui/button';
import { shortDate } from '../dates';
import { ArticleCover } from './article-cover';

/** One article of the list; a press anywhere on it opens it. */
export function ArticleCard({ article, level = 2 }: { article: ArticleEntry; level?: 2 | 3 }) {
  const heading = `article-${article.id}`;
  const Heading = `h${level}` as const;
  return (
    <article
      aria-labelledby={heading}
      className="group relative flex flex-col overflow-hidden rounded-sheet border border-rule bg-sheet focus-within:border-ink hover:border-ink"
    >
      <ArticleCover id={article.id} className="border-b border-rule bg-well" />
      <div className="flex flex-1 flex-col items-start p-6 sm:p-7">
        <Badge>{article.category}</Badge>
        <Heading id={heading} className="mt-4 text-h3">
          {article.title}
        </Heading>
        <p className="mt-2 text-ink-soft">{article.excerpt}</p>
        <p className="caption mt-5 mb-6">
          {article.author} · <time dateTime={article.date}>{shortDate(article.date)}</time> ·{' '}
          {article.readTime}
        </p>
        <Link
          to={`/blog/${article.id}`}
          aria-describedby={heading}
          className={buttonClass('outline', 'medium', 'mt-auto after:absolute after:inset-0')}
        >
          Read Article
        </Link>
      </div>
    </article>
  );
}
