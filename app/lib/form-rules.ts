// Validates a form with the server's schema and our default messages.
import { zodResolver } from '@hookform/resolvers/zod';
import { installValidationMessages } from '#shared/validation-messages.ts';

installValidationMessages();

export const formRules = zodResolver;
