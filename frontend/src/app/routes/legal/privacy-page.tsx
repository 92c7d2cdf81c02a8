import { still } from '../../../ui/still';

/** Privacy Policy. */
export const Page = await still(() => import('./privacy-words'));
