// Write to support. Users continue in their messages; guests get a link by email.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useNavigate, useSearchParams, type MetaArgs } from 'react-router';
import { CONTACT_ABOUT_TYPES } from '#shared/features/support/support.rules.ts';
import {
  guestContactForm,
  userContactForm,
  type ContactForm as Fields,
} from '#shared/features/support/support.schema.ts';
import { parseId } from '#shared/ids.ts';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { NeedsScript } from '#app/components/ui/needs-script.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { listHelpArticlesQuery } from '#app/features/help/help.api.ts';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { rememberDestination } from '#app/lib/sign-in-redirect.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { useUser } from '#app/lib/user.api.ts';
import { useContactSupport } from './support.api.ts';
import './support.css';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Contact',
    description: 'Ask a question or tell us what went wrong. We answer by email.',
    path: '/contact',
  });
}

export default function ContactPage() {
  const user = useUser();
  const contact = useContactSupport();
  return (
    <div className="wrap section grid gap-x-gap gap-y-8 md:grid-cols-[5fr_7fr]">
      <div>
        <h1 className="t-l">How can we help?</h1>
        <p className="lead mt-5 max-w-[38ch]">Tell us what happened. A person reads it and answers.</p>
        <HowWeAnswer isGuest={user === null} />
      </div>
      {contact.isSuccess && contact.data.conversationId === null ? (
        <Sent email={contact.variables.body.guest?.email ?? ''} onAgain={() => contact.reset()} />
      ) : (
        <ContactForm key={user?.id ?? 'guest'} isGuest={!user} contact={contact} />
      )}
    </div>
  );
}

function HowWeAnswer({ isGuest }: { isGuest: boolean }) {
  const { supportEmail } = useRootData();
  return (
    <div className="meta mt-6 grid max-w-measure gap-3">
      <p>
        {isGuest ? (
          <>
            Have an account?{' '}
            <Link
              className="link"
              to="/auth"
              onClick={() => rememberDestination(window.location.pathname + window.location.search)}
            >
              Sign in first
            </Link>{' '}
            and the answer comes to your messages. Without one, we email you a link to the conversation.
          </>
        ) : (
          'The answer comes to your messages, and we email you when it’s there.'
        )}
      </p>
      {supportEmail && (
        <p>
          Rather use your own email program? Write to{' '}
          <a className="link" href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>
          .
        </p>
      )}
    </div>
  );
}

/** `?about=order-12` */
function aboutOf(params: URLSearchParams) {
  const [name, number = ''] = (params.get('about') ?? '').split('-');
  const type = CONTACT_ABOUT_TYPES.find((known) => known === name);
  const id = parseId(number);
  return type && id ? { type, id } : undefined;
}

const SUBJECTS: Readonly<Record<(typeof CONTACT_ABOUT_TYPES)[number], string>> = {
  order: 'Something is wrong with my order',
  booking: 'Something is wrong with my booking',
  certificate: 'Something is wrong with my certificate',
  course: 'Something is wrong with my course',
  resource: 'Something is wrong with a resource',
};

type ContactFormProps = { isGuest: boolean; contact: ReturnType<typeof useContactSupport> };

function ContactForm({ isGuest, contact }: ContactFormProps) {
  const isHydrated = useHydrated();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const about = aboutOf(params);
  const form = useForm<Fields>({
    resolver: formRules(isGuest ? guestContactForm : userContactForm),
    defaultValues: {
      subject: about ? SUBJECTS[about.type] : '',
      text: '',
      orderNumber: params.get('order')?.slice(0, 40) ?? '',
      name: '',
      email: '',
    },
  });
  const { errors } = form.formState;
  const send = form.handleSubmit(({ name, email, ...question }) =>
    contact.mutate(
      {
        body: {
          ...question,
          website: trapOf(),
          ...(about && { about }),
          ...(isGuest && { guest: { name, email } }),
        },
      },
      {
        onSuccess: ({ conversationId }) => {
          if (conversationId !== null) void navigate(`/messages/${conversationId}`);
        },
        onError: (error) => showServerErrors(error, form, ['subject', 'text', 'orderNumber']),
      },
    ),
  );
  return (
    <form
      className="grid max-w-[40rem] gap-5"
      method="post"
      noValidate={isHydrated}
      onSubmit={(event) => void send(event)}
    >
      {errors.root && (
        <Notice tone="bad" isAlert>
          {errors.root.message}
        </Notice>
      )}
      {isGuest && (
        <div className="grid gap-5 sm:grid-cols-2">
          <FormField label="Your name" error={errors.name?.message} isRequired>
            <Input autoComplete="name" {...form.register('name')} />
          </FormField>
          <FormField label="Email address" error={errors.email?.message} isRequired>
            <Input type="email" autoComplete="email" autoCapitalize="none" {...form.register('email')} />
          </FormField>
        </div>
      )}
      <div>
        <FormField label="What is it about?" error={errors.subject?.message} isRequired>
          <Input autoComplete="off" {...form.register('subject')} />
        </FormField>
        <MatchingArticles subject={useWatch({ control: form.control, name: 'subject' })} />
      </div>
      <FormField
        label="What happened?"
        help="Never send passwords or card numbers. We don’t need them."
        error={errors.text?.message}
        isRequired
      >
        <Textarea rows={7} {...form.register('text')} />
      </FormField>
      <FormField
        label="Order number"
        help="It starts with RV- and is on your receipt."
        error={errors.orderNumber?.message}
        isOptional
      >
        <Input autoComplete="off" spellCheck={false} {...form.register('orderNumber')} />
      </FormField>
      <Trap />
      <NeedsScript what="Writing to us here" />
      <div>
        <Button variant="primary" size="l" type="submit" isBusy={contact.isPending}>
          Send message
        </Button>
      </div>
    </form>
  );
}

const TYPING_MS = 300;
const MOST_ARTICLES = 3;

/** Many questions have an answer already. */
function MatchingArticles({ subject }: { subject: string }) {
  const [q, setQ] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQ(subject.trim().slice(0, 200)), TYPING_MS);
    return () => clearTimeout(timer);
  }, [subject]);
  const { data } = useQuery({ ...listHelpArticlesQuery(q), enabled: q.length > 3 });
  const items = q.length > 3 ? (data?.items ?? []).slice(0, MOST_ARTICLES) : [];
  return (
    <div role="status" className="not-empty:mt-3">
      {items.length > 0 && (
        <>
          <p className="meta">These may answer it:</p>
          <ul className="mt-1">
            {items.map(({ slug, title }) => (
              <li key={slug}>
                <a className="link" href={`/help/${slug}`} target="_blank" rel="noreferrer">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

const TRAP_ID = 'contact-website';
const trapOf = () => (document.getElementById(TRAP_ID) as HTMLInputElement | null)?.value ?? '';

/** A field people neither see nor reach; programs that fill in forms give themselves away. */
function Trap() {
  return (
    <div className="contact-trap" aria-hidden="true">
      <label htmlFor={TRAP_ID}>Leave this empty</label>
      <input id={TRAP_ID} type="text" tabIndex={-1} autoComplete="off" />
    </div>
  );
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  // It is shorter than the form: on a phone one would be left looking at the footer.
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    title.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div className="max-w-measure">
      <h2 className="t-m" ref={title} tabIndex={-1}>
        We got your message
      </h2>
      <p className="mt-4">
        We’ve emailed <strong className="wrap-anywhere">{email}</strong> a link to the conversation. Our
        answer comes to the same address.
      </p>
      <p className="meta mt-3">Nothing there after a few minutes? Look in your spam folder.</p>
      <Button className="mt-6" onClick={onAgain}>
        Write another message
      </Button>
    </div>
  );
}
