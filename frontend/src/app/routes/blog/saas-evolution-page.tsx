import { articlePage } from '../../../features/blog/article-page';

export const Page = await articlePage('saas-evolution', () => import('./saas-evolution-content'));
