// The time zone: taken from the browser until the user has chosen one.
import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { SettingsPart } from '#app/components/ui/settings-part.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useSetTimeZone } from './profile.api.ts';

const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** With their own, which a browser may not list, such as UTC. */
function listZones(own: string): string[] {
  return [...new Set(['UTC', own, ...Intl.supportedValuesOf('timeZone')])].toSorted();
}

export function TimeZonePart({ saved }: { saved: string | null }) {
  const [timeZone, setZone] = useState(() => saved ?? browserZone());
  const save = useSetTimeZone();
  return (
    <SettingsPart
      id="time-zone"
      title="Time zone"
      intro="Certificates are valid until midnight there, and emails about sessions use it."
    >
      <FormField label="Time zone" error={save.error ? failureTextOf(save.error) : undefined}>
        <Select value={timeZone} onChange={(event) => setZone(event.target.value)}>
          {listZones(timeZone).map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
      </FormField>
      <div>
        <Button
          isBusy={save.isPending}
          aria-disabled={timeZone === saved || undefined}
          onClick={() => {
            if (timeZone === saved || save.isPending) return;
            save.mutate(timeZone, { onSuccess: () => toast({ title: 'Time zone saved' }) });
          }}
        >
          Save time zone
        </Button>
      </div>
    </SettingsPart>
  );
}
