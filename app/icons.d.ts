declare module 'icon:*' {
  import type { Icon } from '#app/components/ui/icon.tsx';

  const icon: Icon;
  export default icon;
}
