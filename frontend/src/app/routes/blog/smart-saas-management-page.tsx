import { CONTENT } from '../../../content/articles/smart-saas-management';
import { ArticleScreen } from '../../../features/blog/components/article-screen';

/** The article; its words come with this page alone. */
export function Page() {
  return <ArticleScreen id="smart-saas-management" content={CONTENT} />;
}
