// Layouts as the editor sends them, and certificates as pages draw them.
import { z } from 'zod';
import { idSchema } from '#shared/id.schema.ts';
import { lineOfText } from '#shared/line-of-text.schema.ts';
import {
  ORIENTATIONS,
  type Paper,
  PAPERS,
  TEMPLATE_COLORS,
  TEXT_FONTS,
} from './certificate-template.rules.ts';
import type { CertificateDrawing } from './drawing.rules.ts';

export const paperSchema = z.enum(Object.keys(PAPERS) as [Paper, ...Paper[]]);

/** A page is at most 842 points; elements may hang over its edges. */
const position = z.number().min(-1000).max(2000);
const extent = z.number().min(0).max(2000);
const color = z.enum(TEMPLATE_COLORS);
const elementId = z.string().regex(/^[a-z0-9-]{1,40}$/);

const box = z.object({
  id: elementId,
  label: lineOfText.min(1).max(60),
  x: position,
  y: position,
  width: extent,
  height: extent,
  isHidden: z.boolean().optional(),
  isLocked: z.boolean().optional(),
});

const element = z.discriminatedUnion('kind', [
  box.extend({
    kind: z.literal('text'),
    text: z.string().max(500),
    font: z.enum(TEXT_FONTS),
    size: z.number().min(4).max(200),
    color,
    align: z.enum(['left', 'center', 'right']),
    overflow: z.enum(['wrap', 'shrink']),
    anchor: z.enum(['top', 'middle', 'bottom']),
  }),
  box.extend({
    kind: z.enum(['rectangle', 'ellipse', 'line']),
    fill: color.nullable(),
    stroke: color.nullable(),
    strokeWidth: z.number().min(0).max(40),
  }),
  box.extend({ kind: z.literal('image'), imageId: idSchema }),
  box.extend({ kind: z.enum(['ribbon', 'wordmark', 'qr']) }),
]);

export const MAX_ELEMENTS = 80;

export const templateLayoutSchema = z.object({
  paper: paperSchema,
  orientation: z.enum(ORIENTATIONS),
  elements: z
    .array(element)
    .max(MAX_ELEMENTS, `A template can have up to ${MAX_ELEMENTS} layers`)
    .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'Two layers have the same id'),
});

export const templateName = lineOfText
  .min(1, 'Give the template a name')
  .max(100, 'Use at most 100 characters');

const drawnBox = z.object({
  id: z.string(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});

/** For answers that hold a certificate to be shown. */
export const certificateDrawingSchema = z.object({
  width: z.number(),
  height: z.number(),
  title: z.string(),
  elements: z.array(
    z.discriminatedUnion('kind', [
      drawnBox.extend({
        kind: z.literal('text'),
        font: z.enum(TEXT_FONTS),
        size: z.number(),
        color,
        isReadable: z.boolean(),
        lines: z.array(z.object({ text: z.string(), x: z.number(), y: z.number(), width: z.number() })),
      }),
      drawnBox.extend({
        kind: z.enum(['rectangle', 'ellipse', 'line']),
        fill: color.nullable(),
        stroke: color.nullable(),
        strokeWidth: z.number(),
      }),
      drawnBox.extend({ kind: z.literal('image'), url: z.string() }),
      drawnBox.extend({ kind: z.enum(['ribbon', 'wordmark']) }),
      drawnBox.extend({ kind: z.literal('qr'), path: z.string(), modules: z.int() }),
    ]),
  ),
}) satisfies z.ZodType<CertificateDrawing>;
