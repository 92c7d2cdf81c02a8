import { staticContent } from '../../../lib/hydration/static-content';

export const Page = await staticContent(() => import('./privacy-content'));
