// Sums of money side by side, the first of them large; all of them smaller where one is long.
import '#app/components/staff/dashboard.css';
import './payments.css';

type MoneyFigure = { label: string; value: string; words: string };

const ROOMY = 10;

export function MoneyFigures({ figures }: { figures: readonly MoneyFigure[] }) {
  const isLong = figures.some(({ value }) => value.length > ROOMY);
  return (
    <dl className="figs money-figs num" data-count={figures.length} data-long={isLong || undefined}>
      {figures.map(({ label, value, words }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className="figs-number">{value}</span>
            <span className="small">{words}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
