// What can be done with a plan: duplicate, move, publish, retire, delete.
import Ellipsis from 'icon:ellipsis';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { planFieldsOf } from '#shared/features/plan/staff-plan.rules.ts';
import { PLAN_NAME_MAX } from '#shared/features/plan/staff-plan.schema.ts';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#app/components/ui/menu.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import {
  PLANS_HOME,
  useCreatePlan,
  useDeletePlan,
  usePublishPlan,
  useRetirePlan,
  type StaffPlan,
} from './staff-plan.api.ts';

type PlanMenuProps = {
  plan: StaffPlan;
  onMoveUp?: (() => void) | undefined;
  onMoveDown?: (() => void) | undefined;
};

type Question = 'publish' | 'retire' | 'delete';

export function PlanMenu({ plan, onMoveUp, onMoveDown }: PlanMenuProps) {
  const [asked, setAsked] = useState<Question | null>(null);
  const { name, state } = plan;
  const duplicate = useDuplicate(plan);
  return (
    <>
      <Menu
        trigger={<IconButton label={`More for ${name}`} icon={<Ellipsis size={18} aria-hidden="true" />} />}
      >
        <MenuItem onSelect={duplicate}>Duplicate</MenuItem>
        <MenuItem onSelect={onMoveUp} isDisabled={!onMoveUp}>
          Move up
        </MenuItem>
        <MenuItem onSelect={onMoveDown} isDisabled={!onMoveDown}>
          Move down
        </MenuItem>
        <MenuSeparator />
        {state !== 'published' && (
          <MenuItem onSelect={() => setAsked('publish')}>
            {state === 'retired' ? 'Put back on sale…' : 'Put on sale…'}
          </MenuItem>
        )}
        {state === 'published' && <MenuItem onSelect={() => setAsked('retire')}>Retire…</MenuItem>}
        {state === 'draft' && (
          <MenuItem isDanger onSelect={() => setAsked('delete')}>
            Delete draft…
          </MenuItem>
        )}
      </Menu>
      {asked && <PlanQuestion plan={plan} asked={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function useDuplicate(plan: StaffPlan): () => void {
  const create = useCreatePlan();
  const navigate = useNavigate();
  return () => {
    const suffix = ' (copy)';
    const name = `${plan.name.slice(0, PLAN_NAME_MAX - suffix.length)}${suffix}`;
    create.mutate(
      { body: { ...planFieldsOf(plan), name } },
      {
        onSuccess: ({ id }) => void navigate(`${PLANS_HOME}/${id}`),
        onError: (error) =>
          toast({
            title: `Couldn’t duplicate ${plan.name}`,
            description: failureTextOf(error),
            variant: 'destructive',
          }),
      },
    );
  };
}

const QUESTIONS: Readonly<
  Record<Question, { verb: string; confirm: string; description: string; done: string }>
> = {
  publish: {
    verb: 'Put',
    confirm: 'Put on sale',
    description: 'Visitors see it right away, and anyone can become a member.',
    done: 'is on sale',
  },
  retire: {
    verb: 'Retire',
    confirm: 'Retire plan',
    description:
      'Nobody new can choose it. Its members keep it, with their price, for as long as they renew. You can put it back on sale.',
    done: 'is retired',
  },
  delete: {
    verb: 'Delete',
    confirm: 'Delete draft',
    description: 'It was never on sale. You can’t undo this.',
    done: 'deleted',
  },
};

type PlanQuestionProps = { plan: StaffPlan; asked: Question; onClose: () => void };

function PlanQuestion({ plan: { id, name }, asked, onClose }: PlanQuestionProps) {
  const publish = usePublishPlan();
  const retire = useRetirePlan();
  const remove = useDeletePlan();
  const { verb, confirm, description, done } = QUESTIONS[asked];
  const run = { publish, retire, delete: remove }[asked];
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`${verb} “${name}”${asked === 'publish' ? ' on sale' : ''}?`}
      description={description}
      confirmLabel={confirm}
      isDestructive={asked !== 'publish'}
      failure={failureTextOf}
      onConfirm={async () => {
        await run.mutateAsync(id);
        toast({ title: `${name} ${done}` });
      }}
    />
  );
}
