// Changes, each with its value before and after.
import './change-list.css';

export type ShownChange = { label: string; before: string; after: string };

export function ChangeList({ changes, label }: { changes: readonly ShownChange[]; label: string }) {
  return (
    <ul className="changes" aria-label={label}>
      {changes.map((change) => (
        <li key={change.label}>
          <p className="label">{change.label}</p>
          <dl className="change">
            <div>
              <dt className="small">Before</dt>
              <dd>{change.before}</dd>
            </div>
            <div>
              <dt className="small">After</dt>
              <dd className="change-after">{change.after}</dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  );
}
