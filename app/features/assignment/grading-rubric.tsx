// The rubric at the grader's right: points for each line, what they add up to, and the decision.
import type { CSSProperties, Ref } from 'react';
import {
  findGradeProblem,
  findUngradedLines,
  sumPoints,
  sumRubric,
  weightOf,
  type Grade,
} from '#shared/features/assignment/assignment.rules.ts';
import type { RubricLine } from '#shared/features/course/course.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import type { GradedSubmission } from './assignment.api.ts';

export type Draft = { points: Readonly<Record<string, number>>; feedback: string };

type GradingRubricProps = {
  submission: GradedSubmission;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  current: number;
  onCurrent: (line: number) => void;
  onGrade: (grade: Grade) => void;
  feedbackRef: Ref<HTMLTextAreaElement>;
  isBusy: boolean;
};

export function GradingRubric(props: GradingRubricProps) {
  const { submission, draft, onDraft, current, onCurrent } = props;
  const { rubric } = submission;
  const setPoints = (id: string, points: number) =>
    onDraft({ ...draft, points: { ...draft.points, [id]: points } });
  return (
    <aside className="grading-rubric" aria-label="Rubric">
      <div>
        <h2 className="t-s">Rubric</h2>
        {submission.assessment?.assessorCount === 2 && (
          <p className="meta mt-1">
            {submission.isAssessedByOther
              ? 'The other assessor has decided. You’ll see how after your own decision.'
              : 'Two assessors decide independently. Both must pass it.'}
          </p>
        )}
        <p className="grading-hints mt-2">
          <span>
            <kbd>0</kbd> to <kbd>9</kbd> give points
          </span>
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> move
          </span>
        </p>
      </div>
      {rubric.map((line, at) => (
        <RubricLineField
          key={line.id}
          line={line}
          weight={weightOf(line, rubric)}
          number={at + 1}
          isCurrent={at === current}
          points={draft.points[line.id]}
          onPoints={(points) => {
            onCurrent(at);
            setPoints(line.id, points);
          }}
        />
      ))}
      <Decision {...props} />
    </aside>
  );
}

/** More than this many points are typed, not picked. */
const MOST_PICKED = 10;

/** What fits beside the work and on a phone; a longer scale gets two rows. */
const MOST_IN_A_ROW = 8;
const inARow = (choices: number) =>
  ({ '--in-a-row': choices <= MOST_IN_A_ROW ? choices : Math.ceil(choices / 2) }) as CSSProperties;

type LineFieldProps = {
  line: RubricLine;
  weight: number;
  number: number;
  isCurrent: boolean;
  points: number | undefined;
  onPoints: (points: number) => void;
};

function RubricLineField({ line, weight, number, isCurrent, points, onPoints }: LineFieldProps) {
  const { id, label, description, points: most } = line;
  return (
    <fieldset className="grading-line" data-current={isCurrent || undefined}>
      <legend className="contents text-sm font-semibold">
        {number}. {label} <span className="small num">{weight}%</span>
      </legend>
      {most <= MOST_PICKED ? (
        <div className="grading-points" style={inARow(most + 1)}>
          {Array.from({ length: most + 1 }, (_, value) => (
            <label key={value}>
              <input
                type="radio"
                name={`points-${id}`}
                value={value}
                checked={points === value}
                aria-label={`${value} of ${most} points`}
                onChange={() => onPoints(value)}
              />
              <span className="num" aria-hidden="true">
                {value}
              </span>
            </label>
          ))}
        </div>
      ) : (
        <Input
          type="number"
          className="mt-2 w-28"
          min={0}
          max={most}
          aria-label={`Points for ${label}, at most ${most}`}
          value={points ?? ''}
          onChange={(event) => onPoints(Math.max(0, Math.min(most, Math.round(Number(event.target.value)))))}
        />
      )}
      <p className="small mt-2">{description}</p>
    </fieldset>
  );
}

function Decision({ submission, draft, onDraft, onGrade, feedbackRef, isBusy }: GradingRubricProps) {
  const { rubric, passPoints, learner } = submission;
  const firstName = learner.name.split(' ')[0] ?? learner.name;
  const sum = sumPoints(rubric, draft.points);
  const missing = findUngradedLines(rubric, draft.points).length;
  const feedback = draft.feedback.trim();
  const problem = findGradeProblem(submission, { grade: 'passed', rubricPoints: draft.points, feedback });
  return (
    <div>
      <h2 className="t-s num" aria-live="polite">
        {sum} of {sumRubric(rubric)} points
      </h2>
      <p className="meta mt-1">
        {problem ?? `That’s enough: a pass needs ${passPoints}.`}
        {missing > 1 && ` ${missing} lines have no points yet.`}
      </p>
      <FormField
        className="mt-4"
        label={`What should ${firstName} work on?`}
        help={`${firstName} gets this, your comments and the points in one email.`}
      >
        <Textarea
          ref={feedbackRef}
          rows={5}
          maxLength={10_000}
          value={draft.feedback}
          onChange={(event) => onDraft({ ...draft, feedback: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            onGrade(problem === null ? 'passed' : 'returned');
          }}
        />
      </FormField>
      <div className="mt-4 grid grid-cols-2 gap-3">
        <Button variant="primary" isBusy={isBusy} onClick={() => onGrade('passed')}>
          Pass
        </Button>
        <Button isBusy={isBusy} onClick={() => onGrade('returned')}>
          Return
        </Button>
      </div>
      <p className="grading-hints mt-3">
        <span>
          <kbd>Enter</kbd> passes
        </span>
        <span>
          <kbd>R</kbd> returns
        </span>
        <span>
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> sends from the text
        </span>
      </p>
    </div>
  );
}
