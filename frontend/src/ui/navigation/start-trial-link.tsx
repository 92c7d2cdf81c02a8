import { TRIAL_PATH, TRIAL_STATE } from '../../lib/trial';
import { buttonClass, type ButtonSize, type ButtonVariant } from '../buttons/button';
import { Link } from './link';

export function StartTrialLink({ variant, size }: { variant?: ButtonVariant; size?: ButtonSize }) {
  return (
    <Link to={TRIAL_PATH} state={TRIAL_STATE} className={buttonClass(variant, size)}>
      Start Free Trial
    </Link>
  );
}
