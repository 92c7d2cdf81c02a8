import type { ArticleEntry } from '../../../content/articles/catalog';
import { Badge } from '../../../ui/data-display/badge';
import { buttonClass } from '../../../ui/buttons/button';
import { Link } from '../../../ui/navigation/link';
import { shortDate } from '../dates';
import { ArticleCover } from './article-cover';

/**
 * An article in the list. The link's hit area covers the card, so the link must not move while pressed:
 * moving would shrink the hit area and lose the click.
 */
export function ArticleCard({ article, level = 2 }: { article: ArticleEntry; level?: 2 | 3 }) {
  const heading = `article-${article.id}`;
  const Heading = `h${level}` as const;
  return (
    <div className="@container@container deferred">
      <article
        aria-labelledby={heading}
        className="relative flex h-full flex-col overflow-hidden rounded-card border border-rule bg-card focus-within:border-ink hover:border-ink @min-[34rem]:flex-row"
      >
        <ArticleCover
          id={article.id}
          className="h-48 w-full border-b border-rule bg-well @min-[34rem]:h-auto @min-[34rem]:w-2/5 @min-[34rem]:shrink-0 @min-[34rem]:border-r @min-[34rem]:border-b-0"
        />
        <div className="flex flex-1 flex-col items-start p-6 sm:p-7">
          <Badge>{article.category}</Badge>
          <Heading id={heading} className="mt-4 text-h3">
            {article.title}
          </Heading>
          <p className="mt-2 text-ink-soft">{article.excerpt}</p>
          <p className="caption mt-auto pt-6">
            {article.author}
            <br />
            <time dateTime={article.date}>{shortDate(article.date)}</time> · {article.readTime}
          </p>
          <Link
            to={`/blog/${article.id}`}
            aria-describedby={heading}
            className={buttonClass(
              'outline',
              'medium',
              'mt-5 active:translate-none! after:absolute after:inset-0',
            )}
          >
            Read Article
          </Link>
        </div>
      </article>
    </div>
  );
}
