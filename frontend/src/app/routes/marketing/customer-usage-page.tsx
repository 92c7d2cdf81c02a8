import { staticPart } from '../../../ui/static-part';

/** Six ways in which customers use it. */
export const Page = await staticPart(() => import('./customer-usage-content'));
