import { articlePage } from '../../../features/blog/article-page';

export const Page = await articlePage(
  'saas-spending-startups',
  () => import('./saas-spending-startups-content'),
);
