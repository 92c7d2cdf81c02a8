import { staticPart } from '../../../ui/static-part';

/** Belief, mission, four values and a promise. */
export const Page = await staticPart(() => import('./manifesto-content'));
