import { TRIAL_PATH, TRIAL_STATE } from '../lib/trial';
import { buttonClass, type ButtonSize, type ButtonVariant } from './button';
import { Link } from './link';

/** The way to the free trial, as a link that works by itself. */
export function StartTrialLink({ variant, size }: { variant?: ButtonVariant; size?: ButtonSize }) {
  return (
    <Link to={TRIAL_PATH} state={TRIAL_STATE} className={buttonClass(variant, size)}>
      Start Free Trial
    </Link>
  );
}
