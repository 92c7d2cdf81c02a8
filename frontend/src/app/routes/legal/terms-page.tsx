import { still } from '../../../ui/still';

/** Terms of Service. */
export const Page = await still(() => import('./terms-words'));
