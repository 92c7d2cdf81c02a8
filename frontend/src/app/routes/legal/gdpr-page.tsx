import { still } from '../../../ui/still';

/** Rights under the General Data Protection Regulation. */
export const Page = await still(() => import('./gdpr-words'));
