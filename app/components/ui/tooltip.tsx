// A few words on hover or focus. Never the only place something is said: fingers do not hover.
import * as RadixTooltip from 'radix-ui/tooltip';
import type { ReactNode } from 'react';

type TooltipProps = { text: ReactNode; side?: 'top' | 'bottom' | 'left' | 'right'; children: ReactNode };

export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  return (
    <RadixTooltip.Provider delayDuration={400}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content className="tooltip" side={side} sideOffset={6} collisionPadding={8}>
            {text}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
