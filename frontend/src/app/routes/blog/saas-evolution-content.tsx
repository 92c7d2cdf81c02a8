import { CONTENT } from '../../../content/articles/saas-evolution';
import { ArticleBody, type Inserts } from '../../../features/blog/components/article-body';
import { ArticleEnd } from '../../../features/blog/components/article-end';
import { ArticleHead } from '../../../features/blog/components/article-head';
import { BarChart } from '../../../features/blog/components/inserts/bar-chart';
import { PullQuote } from '../../../features/blog/components/inserts/pull-quote';

const ID = 'saas-evolution';

const INSERTS: Inserts = {
  'What the seat left behind': (
    <BarChart
      title="Ten tools at $12 a person, per month"
      caption="Every new hire adds the whole column: $120 a month."
      valueName="Dollars a month"
      bars={[
        { label: 'One person', value: 120 },
        { label: 'Three people', value: 360 },
        { label: 'Six people', value: 720 },
        { label: 'Nine people', value: 1080, marked: true },
      ]}
    />
  ),
  'Three kinds of bill, one statement': (
    <PullQuote>What would have to happen for this bill to double?</PullQuote>
  ),
};

export const Head = () => <ArticleHead id={ID} />;
export const Body = () => <ArticleBody content={CONTENT} inserts={INSERTS} />;
export const End = () => <ArticleEnd id={ID} />;
