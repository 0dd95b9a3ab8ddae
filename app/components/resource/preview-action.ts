// What a large preview offers below it: the page of the resource puts its price and buy button there.
import { createContext, type ReactNode } from 'react';

export const PreviewAction = createContext<ReactNode>(null);
