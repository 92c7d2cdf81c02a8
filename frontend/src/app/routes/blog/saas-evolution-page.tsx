import { CONTENT } from '../../../content/articles/saas-evolution';
import { ArticleScreen } from '../../../features/blog/components/article-screen';

/** The article; its words come with this page alone. */
export function Page() {
  return <ArticleScreen id="saas-evolution" content={CONTENT} />;
}
