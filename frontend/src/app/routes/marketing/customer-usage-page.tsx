import { still } from '../../../ui/still';

/** Six ways in which customers use it. */
export const Page = await still(() => import('./customer-usage-words'));
