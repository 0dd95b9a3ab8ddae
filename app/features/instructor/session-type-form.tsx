// One kind of session with all its conditions. What few people change is folded away.
import { type ReactNode, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useUpdateBookedPlaces } from '#app/components/booking/places.api.ts';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { DialogForm } from '#app/components/ui/dialog-form.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { describeNotified } from '#shared/features/booking/booking.rules.ts';
import {
  CANCELLATION_POLICIES,
  CANCELLATION_TEXTS,
  MEETING_PLACES,
  SESSION_KIND_LABELS,
  SESSION_KINDS,
} from '#shared/features/instructor/instructor.rules.ts';
import {
  type OwnSessionType,
  sessionTypeBody,
  type SessionTypeBody,
} from '#shared/features/instructor/instructor.schema.ts';
import { useCreateSessionType, useUpdateSessionType } from './instructor.api.ts';

const NEW_SESSION: SessionTypeBody = {
  kind: 'one_to_one',
  title: '',
  description: '',
  durationMinutes: 30,
  price: '35.00',
  capacity: 1,
  sessionCount: 1,
  validDays: null,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  travelMinutes: 0,
  stepMinutes: 30,
  minNoticeMinutes: 720,
  windowDays: 60,
  dailyLimit: null,
  weeklyLimit: null,
  place: 'online',
  whereText: '',
  isOnRequest: false,
  isForAssessments: false,
  cancellation: 'standard',
  reminderHours: [24, 1],
};

const FIELDS = Object.keys(NEW_SESSION) as (keyof SessionTypeBody)[];
type Form = UseFormReturn<SessionTypeBody>;

function valuesOf(type: OwnSessionType | null): SessionTypeBody {
  if (!type) return NEW_SESSION;
  const { id: _id, position: _position, isArchived: _archived, ...values } = type;
  return values;
}

type SessionTypeFormProps = { type: OwnSessionType | null; onDone: () => void };

export function SessionTypeForm({ type, onDone }: SessionTypeFormProps) {
  const create = useCreateSessionType();
  const update = useUpdateSessionType();
  const updateBooked = useUpdateBookedPlaces();
  const [isForBooked, setForBooked] = useState(true);
  const form = useForm<SessionTypeBody>({
    resolver: formRules(sessionTypeBody),
    defaultValues: valuesOf(type),
    mode: 'onTouched',
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    let notice = '';
    try {
      if (type) await update.mutateAsync({ params: { id: type.id }, body });
      else await create.mutateAsync({ body });
      if (type && isForBooked && body.whereText !== type.whereText) {
        const where = body.whereText;
        const { notified } = await updateBooked.mutateAsync({ params: { id: type.id }, body: { where } });
        notice = notified > 0 ? describeNotified(notified) : '';
      }
    } catch (error) {
      showServerErrors(error, form, FIELDS);
      return;
    }
    toast({ title: type ? 'Session changed' : 'Session added', description: notice });
    onDone();
  });
  return (
    <DialogForm
      problem={errors.root?.message}
      onSubmit={submit}
      submitLabel={type ? 'Save session' : 'Add session'}
      isBusy={isSubmitting}
    >
      <Basics form={form} isNew={type === null} />
      <Kind form={form} />
      <Place form={form}>
        {type && <ForBooked form={form} type={type} isChosen={isForBooked} onChoose={setForBooked} />}
      </Place>
      <Rules form={form} />
    </DialogForm>
  );
}

function Basics({ form, isNew }: { form: Form; isNew: boolean }) {
  const { errors } = form.formState;
  const kind = form.register('kind', {
    onChange: ({ target }: { target: { value: SessionTypeBody['kind'] } }) => {
      const isSeveral = target.value === 'package' || target.value === 'series';
      form.setValue('capacity', target.value === 'group' ? 6 : 1);
      form.setValue('sessionCount', isSeveral ? 5 : 1);
      form.setValue('validDays', target.value === 'package' ? 120 : null);
      if (target.value === 'group') form.setValue('isOnRequest', false);
      if (target.value !== 'one_to_one') form.setValue('isForAssessments', false);
    },
  });
  return (
    <>
      {isNew && (
        <FormField label="Kind" error={errors.kind?.message}>
          <Select
            {...kind}
            options={SESSION_KINDS.map((value) => ({ value, label: SESSION_KIND_LABELS[value] }))}
          />
        </FormField>
      )}
      <FormField label="Title" error={errors.title?.message} isRequired>
        <Input placeholder="Ask me anything" autoComplete="off" {...form.register('title')} />
      </FormField>
      <FormField label="What happens in it?" error={errors.description?.message} isOptional>
        <Textarea rows={2} {...form.register('description')} />
      </FormField>
      <div className="grid grid-cols-2 items-start gap-4">
        <NumberField form={form} name="durationMinutes" label="Minutes" />
        <FormField label="Price in US dollars" help="0 for free" error={errors.price?.message} isRequired>
          <Input inputMode="decimal" autoComplete="off" {...form.register('price')} />
        </FormField>
      </div>
    </>
  );
}

function Kind({ form }: { form: Form }) {
  const kind = form.watch('kind');
  if (kind === 'group') {
    return (
      <NumberField
        form={form}
        name="capacity"
        label="Seats"
        help="Each seat costs the price above. You schedule the dates under Bookings."
      />
    );
  }
  if (kind === 'one_to_one') return null;
  return (
    <div className="grid grid-cols-2 items-start gap-4">
      <NumberField
        form={form}
        name="sessionCount"
        label={kind === 'series' ? 'Weeks' : 'Sessions'}
        help="The price is for all of them."
      />
      {kind === 'package' && <NumberField form={form} name="validDays" label="Valid for days" />}
    </div>
  );
}

function Place({ form, children }: { form: Form; children: ReactNode }) {
  const { errors } = form.formState;
  const place = form.watch('place');
  return (
    <>
      <FormField label="Where" error={errors.place?.message}>
        <Select
          {...form.register('place')}
          options={MEETING_PLACES.map((value) => ({
            value,
            label: value === 'online' ? 'Online' : 'In person',
          }))}
        />
      </FormField>
      <FormField
        label={place === 'online' ? 'Meeting link' : 'Address'}
        help="Only people with a confirmed booking see it."
        error={errors.whereText?.message}
        isOptional
      >
        <Input autoComplete="off" {...form.register('whereText')} />
      </FormField>
      {children}
    </>
  );
}

type ForBookedProps = {
  form: Form;
  type: OwnSessionType;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

/** Only once the link or address differs from the saved one. */
function ForBooked({ form, type, isChosen, onChoose }: ForBookedProps) {
  if (form.watch('whereText') === type.whereText) return null;
  return (
    <Checkbox
      checked={isChosen}
      onChange={({ target }) => onChoose(target.checked)}
      help="Clients get an email and an updated calendar invitation."
    >
      Change it for sessions that are already booked, too
    </Checkbox>
  );
}

const NOTICES = [
  { value: '0', label: 'None' },
  { value: '60', label: '1 hour' },
  { value: '240', label: '4 hours' },
  { value: '720', label: '12 hours' },
  { value: '1440', label: '1 day' },
  { value: '2880', label: '2 days' },
  { value: '10080', label: '1 week' },
];

function Rules({ form }: { form: Form }) {
  const { errors } = form.formState;
  const notice = String(form.watch('minNoticeMinutes'));
  const notices = NOTICES.some(({ value }) => value === notice)
    ? NOTICES
    : [...NOTICES, { value: notice, label: `${notice} minutes` }];
  return (
    <>
      <FormField label="If a client cancels" error={errors.cancellation?.message}>
        <Select
          {...form.register('cancellation')}
          options={CANCELLATION_POLICIES.map((value) => ({ value, label: CANCELLATION_TEXTS[value] }))}
        />
      </FormField>
      {form.watch('kind') !== 'group' && (
        <Checkbox {...form.register('isOnRequest')} help="Requests you don’t answer lapse by themselves.">
          I accept each booking myself
        </Checkbox>
      )}
      {form.watch('kind') === 'one_to_one' && (
        <Checkbox
          {...form.register('isForAssessments')}
          help="Learners book it from the practical assessment of a course you assess. Your page doesn’t show it."
        >
          For practical assessments
        </Checkbox>
      )}
      <details className="disclose">
        <summary>Buffers, notice and limits</summary>
        <div className="mt-4 grid grid-cols-2 items-start gap-4">
          <FormField label="Shortest notice" error={errors.minNoticeMinutes?.message}>
            <Select {...form.register('minNoticeMinutes', { setValueAs: Number })} options={notices} />
          </FormField>
          <NumberField form={form} name="windowDays" label="Bookable days ahead" />
          <NumberField form={form} name="bufferBeforeMinutes" label="Free minutes before" />
          <NumberField form={form} name="bufferAfterMinutes" label="Free minutes after" />
          <NumberField form={form} name="travelMinutes" label="Travel minutes each way" />
          <NumberField form={form} name="stepMinutes" label="A start every … minutes" />
          <NumberField form={form} name="dailyLimit" label="Most in a day" isOptional />
          <NumberField form={form} name="weeklyLimit" label="Most in a week" isOptional />
        </div>
        <Reminders form={form} />
      </details>
    </>
  );
}

function Reminders({ form }: { form: Form }) {
  const chosen = form.watch('reminderHours');
  return (
    <fieldset className="field mt-4">
      <legend className="label">Remind participants</legend>
      {[48, 24, 2, 1].map((hours) => (
        <Checkbox
          key={hours}
          checked={chosen.includes(hours)}
          onChange={({ target }) =>
            form.setValue(
              'reminderHours',
              target.checked ? [...chosen, hours] : chosen.filter((one) => one !== hours),
              { shouldDirty: true },
            )
          }
        >
          {hours === 1 ? '1 hour before' : `${hours} hours before`}
        </Checkbox>
      ))}
    </fieldset>
  );
}

type NumberName = {
  [Name in keyof SessionTypeBody]: SessionTypeBody[Name] extends number | null ? Name : never;
}[keyof SessionTypeBody];

type NumberFieldProps = {
  form: Form;
  name: NumberName;
  label: string;
  help?: string;
  /** Empty means no limit. */
  isOptional?: boolean;
};

function NumberField({ form, name, label, help, isOptional }: NumberFieldProps) {
  return (
    <FormField label={label} help={help} error={form.formState.errors[name]?.message} isOptional={isOptional}>
      <Input
        type="number"
        inputMode="numeric"
        {...form.register(name, {
          setValueAs: (typed: unknown) => (typed === '' || typed === null ? null : Number(typed)),
        })}
      />
    </FormField>
  );
}
