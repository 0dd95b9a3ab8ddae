// The coupon field with its error; once a coupon applies, its name and a button to remove it.
import Check from 'icon:check';
import { useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import type { CouponView } from './use-coupon.ts';
import './coupon.css';

export function CouponField({ coupon, className }: { coupon: CouponView; className?: string }) {
  const { code, preview, refusal, isChecking, isApplying, problem } = coupon;
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const entered = typed.trim();
  if (code !== '') {
    const remove = () => {
      setTyped(refusal === null ? '' : code);
      coupon.forget();
      // The pressed button is gone, so the focus moves to the field.
      requestAnimationFrame(() => input.current?.focus());
    };
    return (
      <div className={className}>
        <div className="coupon-taken">
          <p className={refusal === null ? 'coupon-good' : 'coupon-bad'} role="status">
            {refusal === null ? (
              <>
                <Check className="icon" aria-hidden="true" />
                <span>
                  <strong>{preview?.code ?? code}</strong>
                  {preview && `, ${preview.label}`}
                  {isChecking && ', checking…'}
                </span>
              </>
            ) : (
              refusal
            )}
          </p>
          <Button size="s" variant="quiet" className="-mr-3" onClick={remove}>
            Remove<span className="sr-only"> the coupon {code}</span>
          </Button>
        </div>
      </div>
    );
  }
  const send = () => {
    if (entered === '') return input.current?.focus();
    return coupon.apply(entered);
  };
  return (
    <div className={className}>
      <div className="coupon-entry">
        <FormField label="Coupon" isLabelHidden error={problem}>
          <Input
            ref={input}
            value={typed}
            placeholder="Coupon"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={60}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              // The field may be inside another form; Enter applies the coupon instead of submitting it.
              if (event.key !== 'Enter') return;
              event.preventDefault();
              send();
            }}
          />
        </FormField>
        <Button isBusy={isApplying} onClick={send}>
          Apply<span className="sr-only"> the coupon</span>
        </Button>
      </div>
    </div>
  );
}
