import type { ComponentType } from 'react';
import { articleEntry, type ArticleId } from '../../../content/articles/catalog';
import { Button, buttonClass } from '../../../ui/buttons/button';
import { Icon } from '../../../ui/icons/icons';
import { longDate } from '../dates';
import { shareArticle, shareMailto } from '../share-article';

/** The static parts of an article. */
export interface ArticleParts {
  Head: ComponentType;
  Body: ComponentType;
  End: ComponentType;
}

export function ArticleScreen({ id, parts }: { id: ArticleId; parts: ArticleParts }) {
  const { author, date, readTime, title } = articleEntry(id);
  const { Head, Body, End } = parts;
  return (
    <>
      <article className="mx-auto max-w-page px-5 pt-8 sm:pt-12">
        <Head />
        <div className="mt-10 grid gap-x-12 gap-y-10 border-t-2 border-ink pt-6 lg:grid-cols-[1fr_2.2fr]">
          <div className="flex flex-wrap items-center justify-between gap-4 self-start lg:sticky lg:top-24 lg:flex-col lg:items-start">
            <p className="text-small">
              <span className="block font-semibold">{author}</span>
              <span className="text-ink-soft">
                <time dateTime={date}>{longDate(date)}</time> · {readTime}
              </span>
            </p>
            <Button
              variant="outline"
              className="noscript:hidden print:hidden"
              onClick={() => void shareArticle(title)}
            >
              <ShareIcon />
              Share
            </Button>
            <a
              href={shareMailto(id, title)}
              className={buttonClass('outline', 'medium', 'hidden! noscript:inline-flex! print:hidden!')}
            >
              <ShareIcon />
              Share
            </a>
          </div>
          <Body />
        </div>
      </article>
      <End />
    </>
  );
}

function ShareIcon() {
  return (
    <Icon className="size-4.5">
      <path d="M10 12.5V3m-3.5 3L10 2.7 13.5 6M6 9H4v8.5h12V9h-2" />
    </Icon>
  );
}
