// What a quiz draws at random from the course's question bank: how many questions, with which tags.
import type { QuizContent } from '#shared/features/course-editor/course-editor.schema.ts';
import { countOf } from '#shared/features/course/course.rules.ts';
import { countTagged, MOST_QUESTIONS, MOST_TAGS } from '#shared/features/quiz/quiz.rules.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { EditorPart, NumberField } from './editor-parts.tsx';
import type { DraftFields } from './use-draft-fields.ts';

type BankDrawProps = {
  courseId: number;
  fields: DraftFields<QuizContent>;
  bank: readonly { tags: readonly string[] }[] | undefined;
};

export function BankDraw({ courseId, fields, bank = [] }: BankDrawProps) {
  const { drawCount, drawTags, questions } = fields.values;
  const tags = [...new Set([...bank.flatMap((question) => question.tags), ...drawTags])].toSorted();
  const found = countTagged(bank, drawTags);
  const isShort = drawCount > found;
  const toggle = (tag: string, isOn: boolean) =>
    fields.set({ drawTags: isOn ? [...drawTags, tag] : drawTags.filter((one) => one !== tag) });
  return (
    <EditorPart
      title="Random questions"
      aside={
        <ButtonLink variant="quiet" size="s" to={`/instructor/questions?course=${courseId}&place=bank`}>
          Open the question bank
        </ButtonLink>
      }
    >
      {tags.length === 0 ? (
        <p className="meta">
          {bank.length === 0
            ? 'The question bank of this course is empty. Add questions with tags, and the quiz can draw from them at random.'
            : 'No question in the bank has a tag yet. Add tags to them, and the quiz can draw from them at random.'}
        </p>
      ) : (
        <>
          <NumberField
            label="Questions to draw from the bank"
            min={0}
            max={MOST_QUESTIONS - questions.length}
            value={drawCount}
            onChange={(count) => count !== null && fields.set({ drawCount: count })}
          />
          <fieldset>
            <legend className="small">With any of these tags</legend>
            <div className="editor-draw">
              {tags.map((tag) => (
                <Checkbox
                  key={tag}
                  checked={drawTags.includes(tag)}
                  disabled={drawTags.length >= MOST_TAGS && !drawTags.includes(tag)}
                  onChange={(event) => toggle(tag, event.target.checked)}
                >
                  {tag} ({countTagged(bank, [tag])})
                </Checkbox>
              ))}
            </div>
          </fieldset>
          {drawCount > 0 && (
            <p className={isShort ? 'error-text' : 'meta'} role="status">
              {drawTags.length === 0
                ? 'Choose the tags to draw from.'
                : isShort
                  ? `The bank has ${countOf(found, 'question')} with these tags. Add more, or draw fewer.`
                  : `Each attempt draws ${drawCount} of ${countOf(found, 'question')}.`}
            </p>
          )}
        </>
      )}
    </EditorPart>
  );
}
