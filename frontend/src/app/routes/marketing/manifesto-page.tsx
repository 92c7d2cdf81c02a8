import { staticContent } from '../../../lib/hydration/static-content';

export const Page = await staticContent(() => import('./manifesto-content'));
