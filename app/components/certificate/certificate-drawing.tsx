// A certificate on screen, at any width: the same lines at the same places as in the PDF. It keeps its colors in dark
// mode, and its text can be selected, searched and read aloud.
import { type CSSProperties, useId } from 'react';
import './certificate-drawing.css';
import {
  TEMPLATE_COLOR_VALUES,
  type TextFont,
} from '#shared/features/certificate-template/certificate-template.rules.ts';
import type {
  CertificateDrawing as Drawing,
  DrawnArt,
  DrawnElement,
  DrawnShape,
  DrawnText,
} from '#shared/features/certificate-template/drawing.rules.ts';
import { placeArt, RIBBON, WORDMARK } from '#shared/features/certificate-template/template-art.rules.ts';

/** The optical size is fixed: the PDF has the same cut at every size. */
const FONTS: Readonly<Record<TextFont, CSSProperties>> = {
  serif: {
    fontFamily: 'var(--font-display)',
    fontWeight: 390,
    fontVariationSettings: "'opsz' 72",
    letterSpacing: '-0.02em',
  },
  sans: { fontFamily: 'var(--font-text)', fontWeight: 400 },
  'sans-bold': { fontFamily: 'var(--font-text)', fontWeight: 600 },
};

type Props = { drawing: Drawing; className?: string };

export function CertificateDrawing({ drawing: { width, height, title, elements }, className = '' }: Props) {
  return (
    <figure aria-label={title} className={`certificate-drawing ${className}`}>
      <svg viewBox={`0 0 ${width} ${height}`} xmlns="http://www.w3.org/2000/svg">
        <rect width={width} height={height} fill={TEMPLATE_COLOR_VALUES.paper} />
        {elements.map((element) => (
          <CertificateElement key={element.id} element={element} />
        ))}
      </svg>
    </figure>
  );
}

export function CertificateElement({ element }: { element: DrawnElement }) {
  switch (element.kind) {
    case 'text':
      return <TextLines element={element} />;
    case 'image': {
      const { url, x, y, width, height } = element;
      return <image href={url} x={x} y={y} width={width} height={height} />;
    }
    case 'qr': {
      const { x, y, width, height, path, modules } = element;
      const scale = Math.min(width, height) / modules;
      return (
        <path
          d={path}
          fill={TEMPLATE_COLOR_VALUES.ink}
          transform={`translate(${x} ${y}) scale(${scale})`}
          shapeRendering="crispEdges"
        />
      );
    }
    case 'ribbon':
    case 'wordmark':
      return <ArtPaths element={element} />;
    case 'rectangle':
    case 'ellipse':
    case 'line':
    default:
      return <Shape element={element} />;
  }
}

function TextLines({ element: { lines, font, size, color } }: { element: DrawnText }) {
  return lines.map(({ text, x, y, width }) => (
    <text
      key={y}
      x={x}
      y={y}
      fontSize={size}
      fill={TEMPLATE_COLOR_VALUES[color]}
      // Letters of scripts our fonts lack come from the reader's device: they take the width of the PDF's.
      textLength={width > 0 ? width : undefined}
      lengthAdjust="spacingAndGlyphs"
      style={{ ...FONTS[font], unicodeBidi: 'plaintext' }}
    >
      {text}
    </text>
  ));
}

function Shape({ element }: { element: DrawnShape }) {
  const { kind, x, y, width, height, fill, stroke, strokeWidth } = element;
  const paint = {
    fill: fill ? TEMPLATE_COLOR_VALUES[fill] : 'none',
    stroke: stroke ? TEMPLATE_COLOR_VALUES[stroke] : 'none',
    strokeWidth,
  };
  if (kind === 'line') return <line x1={x} y1={y} x2={x + width} y2={y + height} {...paint} />;
  if (kind === 'ellipse')
    return <ellipse cx={x + width / 2} cy={y + height / 2} rx={width / 2} ry={height / 2} {...paint} />;
  return <rect x={x} y={y} width={width} height={height} {...paint} />;
}

function ArtPaths({ element }: { element: DrawnArt }) {
  const clip = useId();
  const art = element.kind === 'ribbon' ? RIBBON : WORDMARK;
  const { scale, x, y } = placeArt(art, element);
  return (
    <g clipPath={`url(#${clip})`}>
      <clipPath id={clip}>
        <rect x={element.x} y={element.y} width={element.width} height={element.height} />
      </clipPath>
      <g transform={`translate(${x} ${y}) scale(${scale})`} strokeLinecap="round" strokeLinejoin="round">
        {art.paths.map(({ d, fill = 'none', stroke, strokeWidth, opacity }) => (
          <path key={d} d={d} fill={fill} stroke={stroke} strokeWidth={strokeWidth} strokeOpacity={opacity} />
        ))}
      </g>
    </g>
  );
}
