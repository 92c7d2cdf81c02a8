import { ArticleScreen } from '../../../features/blog/components/article-screen';
import { still } from '../../../ui/still';

const Body = await still(() => import('./smart-saas-management-words'));

/** The article; its words come with this page alone. */
export function Page() {
  return <ArticleScreen id="smart-saas-management" Body={Body} />;
}
