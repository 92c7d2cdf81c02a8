import { staticContent } from '../../../lib/hydration/static-content';

export const Page = await staticContent(() => import('./customer-usage-content'));
