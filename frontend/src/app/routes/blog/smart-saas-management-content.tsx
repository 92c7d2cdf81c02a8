import { CONTENT } from '../../../content/articles/smart-saas-management';
import { ArticleBody, type Inserts } from '../../../features/blog/components/article-body';
import { ArticleEnd } from '../../../features/blog/components/article-end';
import { ArticleHead } from '../../../features/blog/components/article-head';
import { PullQuote } from '../../../features/blog/components/inserts/pull-quote';
import { Timeline } from '../../../features/blog/components/inserts/timeline';

const ID = 'smart-saas-management';

const INSERTS: Inserts = {
  '2. An owner with a name': (
    <PullQuote>A subscription that belongs to “marketing” belongs to no one.</PullQuote>
  ),
  '5. Count seats once a month': (
    <Timeline
      title="The life of an unused seat"
      caption="Thirty days unused is a question, sixty days unused is a saving."
      moments={[
        { day: 0, title: 'Last sign-in', text: 'The seat is in use.' },
        { day: 30, title: 'A question', text: 'On leave, between projects, or no longer needed?' },
        { day: 60, title: 'Off the bill', text: 'Getting it back takes five minutes.' },
      ]}
    />
  ),
};

export const Head = () => <ArticleHead id={ID} />;
export const Body = () => <ArticleBody content={CONTENT} inserts={INSERTS} />;
export const End = () => <ArticleEnd id={ID} />;
