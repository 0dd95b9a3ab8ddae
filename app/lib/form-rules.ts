// A form's rules: the schema the server checks by, and the words people read where it has none of its own.
import { zodResolver } from '@hookform/resolvers/zod';
import { speakPlainly } from '#shared/zod-words.ts';

speakPlainly();

export const formRules = zodResolver;
