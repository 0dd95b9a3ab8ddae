// Where a coupon is entered: one line, its answer below it; once it is taken, what it is and a way to take it out.
import { Check } from 'lucide-react';
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
  const wanted = typed.trim();
  if (code !== '') {
    const remove = () => {
      setTyped(refusal === null ? '' : code);
      coupon.forget();
      // The button goes with what it took out.
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
                  {isChecking && ', one moment'}
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
    if (wanted === '') return input.current?.focus();
    return coupon.apply(wanted);
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
              // It stands beside forms of its own; Enter here is for the coupon.
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
