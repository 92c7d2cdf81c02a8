import { articlePage } from '../../../features/blog/article-page';

/** The article; its words come with this page alone. */
export const Page = await articlePage(
  'saas-spending-startups',
  () => import('./saas-spending-startups-content'),
);
