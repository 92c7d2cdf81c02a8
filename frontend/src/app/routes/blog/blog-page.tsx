import { staticPart } from '../../../ui/static-part';

/** Every article. */
export const Page = await staticPart(() => import('./blog-content'));
