// A short text on hover or focus. Never essential, since touch has no hover.
import * as RadixTooltip from 'radix-ui/tooltip';
import type { ReactNode } from 'react';
import { useLandmark } from './landmark.ts';

type TooltipProps = { text: ReactNode; side?: 'top' | 'bottom' | 'left' | 'right'; children: ReactNode };

export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const { place, openerRef } = useLandmark();
  return (
    <RadixTooltip.Provider delayDuration={400}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild ref={openerRef}>
          {children}
        </RadixTooltip.Trigger>
        <RadixTooltip.Portal container={place}>
          <RadixTooltip.Content className="tooltip" side={side} sideOffset={6} collisionPadding={8}>
            {text}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
