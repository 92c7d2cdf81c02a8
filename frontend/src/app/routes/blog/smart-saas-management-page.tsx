import { articlePage } from '../../../features/blog/article-page';

export const Page = await articlePage(
  'smart-saas-management',
  () => import('./smart-saas-management-content'),
);
