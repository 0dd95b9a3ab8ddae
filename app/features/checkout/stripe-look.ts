// Stripe draws its fields on a page of its own, which knows nothing of our tokens: it is told their values.
import type { Appearance } from '@stripe/stripe-js';

const TOKENS = {
  colorPrimary: '--plum',
  colorBackground: '--surface',
  colorText: '--ink',
  colorTextSecondary: '--ink-2',
  colorTextPlaceholder: '--ink-3',
  colorDanger: '--garnet',
} as const;

export function stripeLook(beside: HTMLElement): Appearance {
  // A token may differ by theme; only a drawn colour is one colour.
  const probe = document.createElement('span');
  beside.append(probe);
  const drawn = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const variables = Object.fromEntries(Object.entries(TOKENS).map(([name, token]) => [name, drawn(token)]));
  const edge = drawn('--edge');
  probe.remove();
  return {
    theme: 'stripe',
    variables: {
      ...variables,
      borderRadius: '10px',
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '16px',
    },
    rules: { '.Input': { border: `1px solid ${edge}`, boxShadow: 'none', padding: '12px 15px' } },
  };
}
