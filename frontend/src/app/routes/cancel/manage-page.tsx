import { useSearchParams } from 'react-router-dom';
import { InvalidLink, ManageScreen } from '../../../features/cancellation/components/manage-screen';

/** Where the link in the receipt of a cancellation leads. */
export function Page() {
  const [query] = useSearchParams();
  const reference = query.get('reference');
  const token = query.get('token');
  return (
    <div className="mx-auto max-w-page px-5 pt-12 sm:pt-20">
      <h1 className="mb-8 text-h1">Your cancellation or withdrawal</h1>
      {reference && token ? <ManageScreen link={{ reference, token }} /> : <InvalidLink />}
    </div>
  );
}
