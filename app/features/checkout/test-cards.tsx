// Said where no money moves: the cards of the sandbox, each one press away from being filled in.
import type { CardForm } from './pay-form.schema.ts';

const CARDS = [
  ['4242 4242 4242 4242', 'pays'],
  ['4000 0025 0000 3155', 'asks you once more, then pays'],
  ['4000 0000 0000 9995', 'has not enough money'],
  ['4000 0000 0000 0002', 'is declined'],
] as const;

/** Good for years, whenever this is read. */
function anyCard(number: string): CardForm {
  const year = String((new Date().getFullYear() + 3) % 100).padStart(2, '0');
  return { number, expiry: `04 / ${year}`, cvc: '123' };
}

export function TestCards({ onChoose }: { onChoose: (card: CardForm) => void }) {
  return (
    <details className="test-cards">
      <summary>This is a sandbox: no money moves. See the cards to try.</summary>
      <ul>
        {CARDS.map(([number, words]) => (
          <li key={number}>
            <button type="button" className="link num" onClick={() => onChoose(anyCard(number))}>
              {number}
            </button>
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
