// The nonce inline scripts need under our Content-Security-Policy. Empty in the browser, where none are added.
import { createContext } from 'react';

export const NonceContext = createContext('');
