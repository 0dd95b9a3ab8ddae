// When an instructor can be booked: weekly hours, other hours on single dates, and days off. Saved together.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatZone } from '#app/components/booking/time-zone.ts';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { UnsavedGuard } from '#app/components/ui/leave-guard.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { SettingsPart } from '#app/components/ui/settings-part.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import type { Availability } from '#shared/features/availability/availability.schema.ts';
import { getAvailabilityQuery, useUpdateAvailability } from './availability.api.ts';
import { DateHours, TimeOffList } from './date-exceptions.tsx';
import { ExactHours } from './exact-hours.tsx';
import { normalize } from './weekly-blocks.ts';
import { WeeklyCalendar } from './weekly-calendar.tsx';

export function AvailabilityEditor() {
  const query = useQuery(getAvailabilityQuery());
  return (
    <QueryView query={query} what="your hours" skeleton={<ListSkeleton label="Loading your hours" />}>
      {(availability) => <Editor key={availability.revision} availability={availability} />}
    </QueryView>
  );
}

function Editor({ availability }: { availability: Availability }) {
  const [weeklyHours, setWeeklyHours] = useState(availability.weeklyHours);
  const [dateHours, setDateHours] = useState(availability.dateHours);
  const [timeOff, setTimeOff] = useState(availability.timeOff);
  const [isDirty, setDirty] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const update = useUpdateAvailability();
  const edit =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setDirty(true);
    };
  const save = async () => {
    setProblem(null);
    const backwards = [...weeklyHours, ...dateHours].some(
      ({ startMinute, endMinute }) => startMinute >= endMinute,
    );
    if (backwards) return setProblem('Some hours end before they start. Correct them first.');
    try {
      await update.mutateAsync({
        body: { revision: availability.revision, weeklyHours: normalize(weeklyHours), dateHours, timeOff },
      });
      setDirty(false);
      toast({ title: 'Hours saved' });
    } catch (error) {
      setProblem(failureTextOf(error));
    }
  };
  const changeWeek = edit(setWeeklyHours);
  return (
    <div>
      <p className="meta mb-6">
        Your times: {formatZone(availability.timeZone)}. Clients see them in their zone.
      </p>
      <WeeklyCalendar hours={weeklyHours} onChange={changeWeek} />
      <details className="disclose mt-4 mb-10">
        <summary>Type exact times</summary>
        <ExactHours hours={weeklyHours} onChange={changeWeek} />
      </details>
      <SettingsPart title="Other hours on a date" intro="They replace your weekly hours on that day.">
        <DateHours value={dateHours} onChange={edit(setDateHours)} />
      </SettingsPart>
      <SettingsPart title="Days off" intro="Vacations and holidays. Sessions already booked stay.">
        <TimeOffList value={timeOff} onChange={edit(setTimeOff)} />
      </SettingsPart>
      {problem && (
        <Notice tone="bad" isAlert className="mb-4">
          {problem}
        </Notice>
      )}
      <div className="border-t border-ink py-6">
        <Button variant="primary" isBusy={update.isPending} onClick={() => void save()}>
          Save hours
        </Button>
      </div>
      <UnsavedGuard isDirty={isDirty && !update.isPending} />
    </div>
  );
}
