// What each plan would have saved the visitor. Their own figures, so it appears once the browser has asked.
import type { ContractOutput } from '#shared/contract.ts';
import type { getSavings } from '#shared/features/billing/billing.contract.ts';
import type { Plan } from '#shared/features/plan/plan.schema.ts';
import { formatMoney } from '#shared/money.ts';

type Savings = ContractOutput<typeof getSavings>;

export function PlanSavings({ plans, savings }: { plans: readonly Plan[]; savings: Savings }) {
  const rows = plans.flatMap((plan) => {
    const saving = savings.plans.find(({ planId }) => planId === plan.id);
    return saving ? [{ ...saving, name: plan.name }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <section className="mt-8 max-w-measure border-t border-ink pt-5" aria-labelledby="savings">
      <h2 id="savings" className="t-s">
        What you would save
      </h2>
      <ul className="num mt-3 grid gap-2">
        {rows.map(({ planId, name, onOrders, onCart }) => (
          <li key={planId} className="text-pretty">
            With {name} you would {Number(onOrders) > 0 ? 'have saved' : 'save'}{' '}
            {savedOn(onOrders, onCart, savings.orderCount)}.
          </li>
        ))}
      </ul>
      <p className="meta mt-3 text-pretty">
        From the discounts alone. What you’d add from the member library comes on top.
      </p>
    </section>
  );
}

function savedOn(onOrders: string, onCart: string, orderCount: number) {
  const orders = orderCount === 1 ? 'your last order' : `your ${orderCount} orders of the last 12 months`;
  const parts = [
    { amount: onOrders, what: orders },
    { amount: onCart, what: 'what is in your cart' },
  ].filter(({ amount }) => Number(amount) > 0);
  return parts.map(({ amount, what }, at) => (
    <span key={what}>
      {at > 0 && ' and '}
      <strong>{formatMoney(amount)}</strong> on {what}
    </span>
  ));
}
