import { still } from '../../../ui/still';

/** What the product does, each part beside its drawn screen. */
export const Page = await still(() => import('./features-words'));
