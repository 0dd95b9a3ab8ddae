// Up to five links: each a name and an address, added, taken away and moved up.
import { ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useFieldArray, type UseFormReturn } from 'react-hook-form';
import { LINKS_MAX, type UpdateProfileBody } from '#shared/features/profile/profile.schema.ts';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';

export type ProfileFormReturn = UseFormReturn<UpdateProfileBody>;

export function ProfileLinksField({ form }: { form: ProfileFormReturn }) {
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name: 'links' });
  const add = useRef<HTMLButtonElement>(null);
  const addOne = () => {
    if (fields.length >= LINKS_MAX) return;
    append({ label: '', url: '' }, { focusName: `links.${fields.length}.label` });
  };
  const removeAt = (at: number) => {
    remove(at);
    // The pressed button is gone; the keyboard goes on from here.
    add.current?.focus();
  };
  const moveUp = (at: number) => {
    move(at, at - 1);
    // With the link that moved, so that pressing again moves it on.
    form.setFocus(`links.${at - 1}.label`);
  };
  return (
    <>
      {fields.length > 0 && (
        <ol>
          {fields.map((field, at) => (
            <LinkRow key={field.id} form={form} at={at} onRemove={removeAt} onMoveUp={moveUp} />
          ))}
        </ol>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button
          ref={add}
          icon={<Plus className="icon" aria-hidden="true" />}
          aria-disabled={fields.length >= LINKS_MAX}
          aria-describedby="links-limit"
          onClick={addOne}
        >
          Add a link
        </Button>
        <p id="links-limit" className="help" aria-live="polite">
          {fields.length >= LINKS_MAX ? 'Five links are the most.' : ''}
        </p>
      </div>
    </>
  );
}

type LinkRowProps = {
  form: ProfileFormReturn;
  at: number;
  onRemove: (at: number) => void;
  onMoveUp: (at: number) => void;
};

function LinkRow({ form, at, onRemove, onMoveUp }: LinkRowProps) {
  const errors = form.formState.errors.links?.[at];
  const name = form.watch(`links.${at}.label`) || `link ${at + 1}`;
  const url = form.register(`links.${at}.url`);
  return (
    <li className="profile-link">
      <div className="grid gap-4 md:grid-cols-[2fr_3fr]">
        <FormField label="Name" error={errors?.label?.message} isRequired>
          <Input placeholder="My studio" {...form.register(`links.${at}.label`)} />
        </FormField>
        <FormField label="Address" error={errors?.url?.message} isRequired>
          <Input
            type="url"
            inputMode="url"
            placeholder="https://"
            autoCapitalize="none"
            spellCheck={false}
            {...url}
            onBlur={(event) => {
              completeAddress(form, at, event.target.value);
              void url.onBlur(event);
            }}
          />
        </FormField>
      </div>
      <div className="-ml-3 flex flex-wrap gap-2">
        <Button
          variant="danger"
          icon={<Trash2 className="icon" aria-hidden="true" />}
          aria-label={`Remove ${name}`}
          onClick={() => onRemove(at)}
        >
          Remove
        </Button>
        {at > 0 && (
          <Button
            variant="quiet"
            icon={<ArrowUp className="icon" aria-hidden="true" />}
            aria-label={`Move ${name} up`}
            onClick={() => onMoveUp(at)}
          >
            Move up
          </Button>
        )}
      </div>
    </li>
  );
}

/** People write “mystudio.com”. */
function completeAddress(form: ProfileFormReturn, at: number, typed: string): void {
  const address = typed.trim();
  if (/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#]|$)/u.test(address)) {
    form.setValue(`links.${at}.url`, `https://${address}`, { shouldDirty: true });
  }
}
