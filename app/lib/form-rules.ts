// A form's rules: the schema the server checks by, and the words people read where it has none of its own.
import { zodResolver } from '@hookform/resolvers/zod';
import { installValidationMessages } from '#shared/validation-messages.ts';

installValidationMessages();

export const formRules = zodResolver;
