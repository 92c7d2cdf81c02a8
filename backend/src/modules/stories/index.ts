/**
 * What visitors send in to be told on the site. Owns their stories; promises that one that was accepted is kept and told to the
 * staff, and that no one can flood them. Stands on platform alone, listens to no one and sends no email itself.
 */
export { StoriesModule } from './stories.module.js';
export { Stories } from './application/stories.js';
export { storyShared } from './domain/events.js';
export type { Story } from './domain/story.js';
export { storiesEntities } from './persistence/story.entity.js';
