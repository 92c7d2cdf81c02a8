/**
 * Customer stories that visitors submit through the site. Owns `stories`. An accepted story is stored and announced to staff through
 * an event; rate limits prevent flooding. Depends only on platform, handles no events and sends no email itself.
 */
export { StoriesModule } from './stories.module.js';
export { Stories } from './stories.js';
export { storyShared } from './events.js';
export { storiesEntities } from './entities.js';
