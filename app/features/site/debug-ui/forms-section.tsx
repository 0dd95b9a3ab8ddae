// Form fields in every state.
import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { PasswordInput } from '#app/components/ui/password-input.tsx';
import { RadioGroup } from '#app/components/ui/radio-group.tsx';
import { SearchField } from '#app/components/ui/search-field.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { Switch } from '#app/components/ui/switch.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { Group, Part } from './part.tsx';
import { longWord } from './sample-data.ts';

const styles = ['Ballet', 'Contemporary', 'Hip Hop', 'Tap'].map((label) => ({ value: label, label }));

export function FormsSection() {
  return (
    <Group title="Forms">
      <TextParts />
      <ChoiceParts />
    </Group>
  );
}

function TextParts() {
  const [name, setName] = useState('');
  const [hasTried, setTried] = useState(false);
  return (
    <>
      <Part title="Text inputs: help, error, disabled, long">
        <div className="grid max-w-md gap-5">
          <FormField label="Email" help="Your files and receipt go here. You can make an account afterwards.">
            <Input type="email" autoComplete="off" placeholder="you@studio.org" />
          </FormField>
          <FormField label="Title" error="A title needs at least six letters, so that people can find it.">
            <Input defaultValue="Wk4" />
          </FormField>
          <FormField label="Studio" isOptional>
            <Input defaultValue={`${longWord} 💃🏽🩰`} />
          </FormField>
          <FormField label="Username" help="You can’t change this.">
            <Input disabled defaultValue="mara.okafor" />
          </FormField>
          <FormField
            label="Password"
            aside={
              <a className="link meta" href="#links">
                Forgot password?
              </a>
            }
          >
            <PasswordInput defaultValue="dancedance" autoComplete="off" />
          </FormField>
        </div>
      </Part>
      <Part title="Textarea, select, search, error on submit">
        <div className="grid max-w-md gap-5">
          <FormField label="What happens in this class?" help="Two or three sentences.">
            <Textarea rows={4} defaultValue="Thirty openings for ballet." />
          </FormField>
          <FormField label="Style" isRequired>
            <Select options={styles} placeholder="Choose a style" />
          </FormField>
          <FormField label="Country" error="Choose a country, so that we can work out tax.">
            <Select options={[{ value: 'pt', label: 'Portugal' }]} defaultValue="pt" />
          </FormField>
          <SearchField label="Search resources" placeholder="Title, seller or number" />
          <form
            className="grid gap-3"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              setTried(true);
            }}
          >
            <FormField
              label="First name"
              isRequired
              error={hasTried && name === '' ? 'We need a name to write on the certificate.' : undefined}
            >
              <Input value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" />
            </FormField>
            <Button type="submit" className="justify-self-start">
              Save
            </Button>
          </form>
        </div>
      </Part>
    </>
  );
}

function ChoiceParts() {
  return (
    <>
      <Part title="Checkboxes and switches">
        <div className="max-w-md">
          <Checkbox defaultChecked count={21}>
            Children (5–8)
          </Checkbox>
          <Checkbox count={24}>Teen (13–17)</Checkbox>
          <Checkbox disabled>Included in membership</Checkbox>
          <Checkbox error="Agree to the licence to continue.">
            I agree to the licence for 2 seats and want my files now.
          </Checkbox>
          <Switch defaultChecked help="We write at most once a week.">
            Send me new resources
          </Switch>
          <Switch>Guest mode</Switch>
          <Switch disabled>Disabled</Switch>
        </div>
      </Part>
      <Part title="Radio buttons">
        <div className="grid max-w-md gap-6">
          <RadioGroup
            legend="Price"
            name="price"
            defaultValue="any"
            help="Prices are per seat."
            options={[
              { value: 'any', label: 'Any price' },
              { value: 'free', label: 'Free', count: 9 },
              { value: 'low', label: 'Under $15', disabled: true },
            ]}
          />
          <RadioGroup
            legend="How should we pay you?"
            name="payout"
            error="Choose one, so that money can reach you."
            options={[
              { value: 'bank', label: 'Bank transfer' },
              { value: 'card', label: 'Card' },
            ]}
          />
        </div>
      </Part>
    </>
  );
}
