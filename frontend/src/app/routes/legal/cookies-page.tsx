import { cookies } from '../../../content/legal/cookies';
import { CookieChoice } from '../../../features/consent/components/cookie-choice';
import { LegalPage } from './legal-page';

/** Cookie Policy, with the choice it speaks of. */
export function Page() {
  return (
    <LegalPage text={cookies}>
      <CookieChoice />
    </LegalPage>
  );
}
