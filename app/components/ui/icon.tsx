// Icons are modules: `import Check from 'icon:check'` is a component, made here from Lucide's drawing of that name
// while building (scripts/icons.vite.ts).
import type { ComponentType, SVGProps } from 'react';

export type IconProps = SVGProps<SVGSVGElement> & {
  /** Of an icon that stands alone, in pixels; beside text, the class `icon` fits it to the text. */
  size?: number;
};

export type Icon = ComponentType<IconProps>;

/** The body says nothing about color or stroke, so props and CSS of the `<svg>` decide. */
export function createIcon(name: string, body: string): Icon {
  const content = { __html: body };
  function DrawnIcon({ size = 24, ...props }: IconProps) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden={props['aria-label'] === undefined ? true : undefined}
        {...props}
        dangerouslySetInnerHTML={content}
      />
    );
  }
  DrawnIcon.displayName = name;
  return DrawnIcon;
}
