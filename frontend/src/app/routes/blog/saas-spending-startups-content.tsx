import { CONTENT } from '../../../content/articles/saas-spending-startups';
import { ArticleBody, type Inserts } from '../../../features/blog/components/article-body';
import { ArticleEnd } from '../../../features/blog/components/article-end';
import { ArticleHead } from '../../../features/blog/components/article-head';
import { BarChart } from '../../../features/blog/components/inserts/bar-chart';
import { PullQuote } from '../../../features/blog/components/inserts/pull-quote';

const ID = 'saas-spending-startups';

const INSERTS: Inserts = {
  'Four leaks, and none of them is the price': (
    <PullQuote>Sleepers come up once a year, on a morning when no one is looking.</PullQuote>
  ),
  'An example, in numbers': (
    <BarChart
      title="Monthly savings found in one afternoon"
      caption="$264 of $1,240 a month, for a fictional team of six."
      valueName="Dollars a month"
      bars={[
        { label: 'Nine empty seats', value: 135, marked: true },
        { label: 'Two sleepers', value: 57 },
        { label: 'A second video service', value: 48 },
        { label: 'A plan one tier too high', value: 24 },
      ]}
    />
  ),
};

export const Head = () => <ArticleHead id={ID} />;
export const Body = () => <ArticleBody content={CONTENT} inserts={INSERTS} />;
export const End = () => <ArticleEnd id={ID} />;
