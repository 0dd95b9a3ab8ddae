// “What do you need?”: the sessions an instructor offers, one to choose.
import './booking.css';
import { MemberPrice } from '#app/components/membership/member-price.tsx';
import type { PublicSessionType } from '#shared/features/connect/connect.schema.ts';
import { describeSession } from '#shared/features/instructor/instructor.rules.ts';

type SessionChoiceProps = {
  sessions: readonly PublicSessionType[];
  value: number | null;
  onChange: (id: number) => void;
  /** The description below each title. */
  isFull?: boolean;
  legend: string;
};

export function SessionChoice({ sessions, value, onChange, isFull, legend }: SessionChoiceProps) {
  return (
    <fieldset className="session-kinds">
      <legend className="sr-only">{legend}</legend>
      {sessions.map((session) => (
        <label key={session.id}>
          <input
            type="radio"
            className="box"
            name="session"
            value={session.id}
            checked={value === session.id}
            onChange={() => onChange(session.id)}
          />
          <span className="min-w-0">
            <strong>{session.title}</strong>
            <span className="meta">
              {describeSession(session)}
              {isFull ? `. ${session.description}` : ''}
            </span>
          </span>
          <span className="session-price num font-semibold">
            <MemberPrice kind="booking" price={session.price} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}
