import { staticPart } from '../../../ui/static-part';

/** Privacy Policy. */
export const Page = await staticPart(() => import('./privacy-content'));
