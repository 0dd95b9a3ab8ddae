// Names the zone all times on the page are in, and lets the visitor change it.
import Globe from 'icon:globe';
import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import {
  browserZone,
  cityOf,
  formatZone,
  listTimeZones,
  setTimeZone,
  useTimeZone,
  zoneLabel,
} from './time-zone.ts';

/** `children`: what else to say about the times, such as where the instructor is. */
export function ZoneNote({ children }: { children?: React.ReactNode }) {
  const zone = useTimeZone();
  const isHydrated = useHydrated();
  return (
    <p className="help zone-note">
      <Globe className="icon inline" aria-hidden="true" />{' '}
      {isHydrated ? `Times are yours: ${formatZone(zone)}.` : 'Times are in UTC.'} {children}{' '}
      {isHydrated && <ChangeZone zone={zone} />}
    </p>
  );
}

function ChangeZone({ zone }: { zone: string }) {
  const [isOpen, setOpen] = useState(false);
  const own = browserZone();
  return (
    <Dialog
      title="Which time zone are you in?"
      description={`Your device says ${formatZone(own)}.`}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="link">
          Change zone
        </button>
      }
      footer={
        <>
          {zone !== own && <Button onClick={() => setTimeZone(null)}>Use {cityOf(own)}</Button>}
          <Button variant="primary" onClick={() => setOpen(false)}>
            Done
          </Button>
        </>
      }
    >
      <FormField label="Time zone">
        <ZoneSelect value={zone} onChange={setTimeZone} />
      </FormField>
    </Dialog>
  );
}

type ZoneSelectProps = { value: string; onChange: (zone: string) => void };

export function ZoneSelect({ value, onChange }: ZoneSelectProps) {
  const known = listTimeZones();
  const zones = known.includes(value) ? known : [value, ...known];
  return (
    <Select
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={zones
        .map((name) => ({ value: name, label: zoneLabel(name) }))
        .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))}
    />
  );
}
