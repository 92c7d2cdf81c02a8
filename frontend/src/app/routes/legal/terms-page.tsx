import { staticPart } from '../../../ui/static-part';

/** Terms of Service. */
export const Page = await staticPart(() => import('./terms-content'));
