import { staticPart } from '../../../ui/static-part';

export const Page = await staticPart(() => import('./customer-usage-content'));
