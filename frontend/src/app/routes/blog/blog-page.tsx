import { still } from '../../../ui/still';

/** Every article. */
export const Page = await still(() => import('./blog-words'));
