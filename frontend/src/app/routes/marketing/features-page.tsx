import { staticPart } from '../../../ui/static-part';

/** What the product does, each part beside its drawn screen. */
export const Page = await staticPart(() => import('./features-content'));
