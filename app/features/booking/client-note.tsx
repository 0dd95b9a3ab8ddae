// What an instructor notes about a client. Only the instructor ever sees it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { StaffPart } from '#app/components/staff/staff-page.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { formatDay } from '#shared/dates.ts';
import { CLIENT_NOTE_MAX } from '#shared/features/booking/booking.rules.ts';
import { getClientNoteQuery, useUpdateClientNote } from './booking.api.ts';

export function ClientNote({ client }: { client: { id: number; name: string } }) {
  const query = useQuery(getClientNoteQuery(client.id));
  const save = useUpdateClientNote();
  const [edited, setEdited] = useState<string | null>(null);
  const saved = query.data?.text ?? '';
  const text = edited ?? saved;
  const submit = async () => {
    const isSaved = await save.mutateAsync({ params: { id: client.id }, body: { text } }).then(
      () => true,
      () => false,
    );
    if (!isSaved) return;
    setEdited(null);
    toast({ title: 'Note saved' });
  };
  return (
    <StaffPart title="Your notes">
      <form
        className="mt-3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <FormField
          label={`Notes about ${client.name}`}
          isLabelHidden
          help={`Only you see this, with every booking of ${client.name}.${
            query.data?.updatedAt ? ` Last changed ${formatDay(query.data.updatedAt)}.` : ''
          }`}
        >
          <Textarea
            rows={5}
            maxLength={CLIENT_NOTE_MAX}
            value={text}
            disabled={!query.data}
            onChange={({ target }) => setEdited(target.value)}
          />
        </FormField>
        <Button type="submit" size="s" className="mt-2" isBusy={save.isPending}>
          Save notes
        </Button>
      </form>
    </StaffPart>
  );
}
