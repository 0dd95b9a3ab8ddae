// What an officer can do with one rights notice. Each act asks for the reason those concerned will read.
import type { ReactNode } from 'react';
import type { NoticeDetail } from '#shared/features/moderation/rights-notice.contract.ts';
import { NOTICE_DAYS, type NoticeDecision } from '#shared/features/moderation/rights-notice.states.ts';
import { ReasonDialog } from '#app/components/staff/reason-dialog.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { offerUndo } from '#app/lib/offer-undo.ts';
import {
  useDismissNotice,
  useKeepDownNotice,
  usePutBackNotice,
  useRefreshNotices,
  useUpholdNotice,
} from './notice.api.ts';

type Act = {
  label: string;
  trigger: ReactNode;
  title: (thing: string) => string;
  description: string;
  help: string;
  /** It keeps something from being sold. */
  isDanger: boolean;
  done: (thing: string) => string;
};

const ACTS: Readonly<Record<NoticeDecision, Act>> = {
  uphold: {
    label: 'Take down',
    trigger: <Button variant="danger">Take down…</Button>,
    title: (thing) => `Take ${thing} down?`,
    description: `It leaves the store; whoever bought it keeps it. The seller may file a counter-notice within ${NOTICE_DAYS.counter} days.`,
    help: 'Seller and reporter read this: say what is wrong and where, never who reported it.',
    isDanger: true,
    done: (thing) => `${thing} is taken down`,
  },
  dismiss: {
    label: 'Dismiss',
    trigger: <Button>Dismiss…</Button>,
    title: () => 'Dismiss this notice?',
    description: 'The resource stays as it is. The seller hears nothing of it.',
    help: 'The reporter gets your words by mail: say why it may stay.',
    isDanger: false,
    done: () => 'The notice is dismissed',
  },
  'put-back': {
    label: 'Put back',
    trigger: <Button variant="primary">Put back…</Button>,
    title: (thing) => `Put ${thing} back?`,
    description: 'It goes back to where it was before, unless another notice keeps it down.',
    help: 'Seller and reporter get your words by mail.',
    isDanger: false,
    done: () => 'The notice no longer keeps it down',
  },
  'keep-down': {
    label: 'Keep down',
    trigger: <Button variant="danger">Keep down…</Button>,
    title: (thing) => `Keep ${thing} down?`,
    description: 'It stays out of the store in spite of the counter-notice, and the notice is closed.',
    help: 'Seller and reporter get your words by mail.',
    isDanger: true,
    done: (thing) => `${thing} stays down`,
  },
};

export function NoticeActions({ notice }: { notice: NoticeDetail }) {
  const decide = {
    dismiss: useDismissNotice(),
    uphold: useUpholdNotice(),
    'put-back': usePutBackNotice(),
    'keep-down': useKeepDownNotice(),
  };
  const refresh = useRefreshNotices();
  const thing = `“${notice.resource.title}”`;
  return notice.decisions.map((decision) => {
    const { label, trigger, title, description, help, isDanger, done } = ACTS[decision];
    return (
      <ReasonDialog
        key={decision}
        title={title(thing)}
        description={description}
        help={help}
        isDanger={isDanger}
        confirmLabel={label}
        trigger={trigger}
        onConfirm={async (reason) => {
          const answer = await decide[decision].mutateAsync({ params: { id: notice.id }, body: { reason } });
          offerUndo({ words: done(thing), decision: answer.decision, onSettled: refresh });
        }}
      />
    );
  });
}
