import { staticPart } from '../../../ui/static-part';

export const Page = await staticPart(() => import('./privacy-content'));
