import { raw } from '@mikro-orm/postgresql';

/** Of an inserted device: whether it is new and the user has others. An inserted row has no xmax, and the subquery does not see it. */
export const isNewBesideOthers = (userId: string) =>
  raw('xmax = 0 and exists (select from known_devices where user_id = ?) as "isNew"', [userId]);
