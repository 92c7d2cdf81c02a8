import type { ReactNode } from 'react';
import type { ScreenName } from '../../../content/features';
import { InboxScreen } from './screens/inbox-screen';
import { OverlapScreen } from './screens/overlap-screen';
import { RenewalsScreen } from './screens/renewals-screen';
import { RequestScreen } from './screens/request-screen';
import { SeatsScreen } from './screens/seats-screen';
import { SpendScreen } from './screens/spend-screen';

export const FEATURE_SCREENS: Record<ScreenName, ReactNode> = {
  inbox: <InboxScreen />,
  overlap: <OverlapScreen />,
  renewals: <RenewalsScreen />,
  seats: <SeatsScreen />,
  spend: <SpendScreen />,
  request: <RequestScreen />,
};
