import { still } from '../../../ui/still';

/** Belief, mission, four values and a promise. */
export const Page = await still(() => import('./manifesto-words'));
