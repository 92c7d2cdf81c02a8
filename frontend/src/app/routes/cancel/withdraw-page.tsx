import { CancellationScreen } from '../../../features/cancellation/components/cancellation-screen';
import { staticContent } from '../../../lib/hydration/static-content';
import { CancellationLayout } from './cancellation-layout';

const Fields = await staticContent(() => import('./withdraw-content'));

export function Page() {
  return (
    <CancellationLayout kind="withdraw">
      <CancellationScreen kind="withdraw" Fields={Fields} />
    </CancellationLayout>
  );
}
