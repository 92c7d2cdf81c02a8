import { staticPart } from '../../../ui/static-part';

/** Rights under the General Data Protection Regulation. */
export const Page = await staticPart(() => import('./gdpr-content'));
