// The search line as a part that is fetched on its own, for pages that show it only when asked.
export { SearchBox as default } from './search-box.tsx';
