// A bank's question about a payment with a card that Stripe keeps: there are no card fields on the page.
import { loadStripe } from '@stripe/stripe-js/pure';

export async function handleNextAction(publishableKey: string, clientSecret: string): Promise<'answered'> {
  const stripe = await loadStripe(publishableKey);
  await stripe?.handleNextAction({ clientSecret });
  return 'answered';
}
