// A place to try the guest cart out: put something in by its number, change it, take it out.
import { useState } from 'react';
import { Link, type MetaArgs } from 'react-router';
import { CART_ITEM_TYPES, type CartItemType } from '#shared/features/cart/cart.rules.ts';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { AddToCartButton } from './add-to-cart-button.tsx';
import { useCart } from './cart.api.ts';
import { CartLines } from './cart-line.tsx';
import { CartTotal, useCartCoupon, CartWithoutLines } from './cart-parts.tsx';
import './cart.css';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Debug: guest cart',
    description: 'Try the guest cart of this browser.',
    path: '/test-guest-cart',
    isHidden: true,
  });
}

const OPTIONS = CART_ITEM_TYPES.map((value) => ({ value, label: value }));

export default function TestGuestCartPage() {
  const cart = useCart();
  const coupon = useCartCoupon(cart);
  const [itemType, setItemType] = useState<CartItemType>('resource');
  const [id, setId] = useState('7');
  return (
    <div className="wrap section pt-10">
      <h1 className="t-l">Guest cart test</h1>
      <p className="lead mt-4 max-w-measure">
        Adds items to this browser’s guest cart by number.{' '}
        <Link className="link" to="/debug-cart">
          See what is stored
        </Link>
      </p>
      {!cart.isLoading && !cart.isGuest && (
        <Notice className="mt-6">You’re signed in, so items you add here go to your account’s cart.</Notice>
      )}
      <div className="mt-10 grid gap-x-16 gap-y-12 md:grid-cols-2">
        <section className="grid max-w-96 content-start gap-4">
          <h2 className="head t-s">Add an item</h2>
          <FormField label="Kind">
            <Select
              options={OPTIONS}
              value={itemType}
              onChange={(event) => setItemType(event.target.value as CartItemType)}
            />
          </FormField>
          <FormField label="Number">
            <Input inputMode="numeric" value={id} onChange={(event) => setId(event.target.value)} />
          </FormField>
          <AddToCartButton
            variant="primary"
            itemType={itemType}
            itemId={Number(id)}
            title={`${itemType} ${id}`}
            price="0.00"
            imageUrl={null}
          />
        </section>
        <section>
          <h2 className="head t-s">In the cart</h2>
          <CartWithoutLines cart={cart} />
          {!cart.isLoading && <CartLines cart={cart} />}
          <div className="mt-4">
            <CartTotal cart={cart} coupon={coupon} />
          </div>
        </section>
      </div>
    </div>
  );
}
