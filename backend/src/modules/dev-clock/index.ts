/**
 * Development and tests only: advances the clocks of the product and the payment sandbox together, and waits until what became due has
 * been handled. Not part of production. Has no tables and no event handlers.
 */
export { DevClockRoutesModule } from './dev-clock-routes.module.js';
