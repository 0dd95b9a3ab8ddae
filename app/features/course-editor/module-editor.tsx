// One module: its title, what it is about, and when it opens.
import type { ModuleContent } from '#shared/features/course-editor/course-editor.schema.ts';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { EditorPart, NumberField, TitleField } from './editor-parts.tsx';
import type { DraftFields } from './use-draft-fields.ts';

export function ModuleEditor({ fields }: { fields: DraftFields<ModuleContent> }) {
  const { values, set } = fields;
  return (
    <>
      <TitleField label="Module title" value={values.title} onChange={(title) => set({ title })} />
      <EditorPart title="About this module">
        <FormField label="Summary" isOptional help="Shown on the course page.">
          <Textarea
            rows={4}
            maxLength={2000}
            value={values.summary}
            onChange={(event) => set({ summary: event.target.value })}
          />
        </FormField>
      </EditorPart>
      <EditorPart title="When does it open?">
        <NumberField
          label="Days after enrolling"
          help="Leave it empty to open the module right away."
          isOptional
          min={1}
          max={730}
          value={values.releaseDays}
          onChange={(releaseDays) => set({ releaseDays })}
        />
      </EditorPart>
    </>
  );
}
