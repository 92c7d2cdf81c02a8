import { CONTENT } from '../../../content/articles/saas-spending-startups';
import { ArticleBody } from '../../../features/blog/components/article-body';

/** The article's words. */
export function Still() {
  return <ArticleBody content={CONTENT} />;
}
