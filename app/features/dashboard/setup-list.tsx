// What is left to do, counted to eight as everything here is.
import { Check } from 'lucide-react';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EightCount } from '#app/components/ui/eight-count.tsx';
import type { SetupStep } from './setup-steps.ts';
import { WaitingLine, WaitingList } from '#app/components/staff/waiting-list.tsx';

export function SetupList({ steps }: { steps: readonly SetupStep[] }) {
  const open = steps.filter(({ isDone }) => !isDone);
  const done = steps.filter(({ isDone }) => isDone);
  return (
    <section aria-labelledby="setup">
      <h2 id="setup" className="t-s">
        {open.length === 0 ? 'You are all set' : 'Getting ready'}
      </h2>
      <div className="mt-3 mb-4 flex items-center gap-4">
        <EightCount label="Steps done" done={done.length} total={steps.length} />
        <span className="meta num">
          {done.length} of {steps.length} done
        </span>
      </div>
      <WaitingList label="What is left to do">
        {open.map((step) => (
          <WaitingLine
            key={step.key}
            title={step.label}
            action={
              step.action && (
                <ButtonLink size="s" to={step.action.to}>
                  {step.action.label}
                  <span className="sr-only">: {step.label}</span>
                </ButtonLink>
              )
            }
          >
            {step.why}
          </WaitingLine>
        ))}
        {done.map((step) => (
          <li key={step.key} className="text-ink-2">
            <Check className="icon -ml-1 text-sage" aria-hidden="true" />
            <span>
              {step.label}
              <span className="sr-only">: done</span>
            </span>
          </li>
        ))}
      </WaitingList>
    </section>
  );
}
