// Under the page: paper, zoom, and which keys do what.
import Minus from 'icon:minus';
import Plus from 'icon:plus';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Select } from '#app/components/ui/select.tsx';
import {
  ORIENTATIONS,
  type Orientation,
  type Paper,
  PAPERS,
  type TemplateLayout,
} from '#shared/features/certificate-template/certificate-template.rules.ts';
import { changePaper } from './layout-changes.ts';

const PAPER_CHOICES = (Object.keys(PAPERS) as Paper[]).flatMap((paper) =>
  ORIENTATIONS.map((orientation) => ({
    value: `${paper} ${orientation}`,
    label: `${PAPERS[paper].label}, ${orientation}`,
  })),
);

type PageToolsProps = {
  layout: TemplateLayout;
  isReadOnly: boolean;
  zoom: number;
  onZoom: (by: 1 | -1) => void;
  onChange: (layout: TemplateLayout) => void;
};

export function PageTools({ layout, isReadOnly, zoom, onZoom, onChange }: PageToolsProps) {
  return (
    <div className="template-tools meta">
      <Select
        aria-label="Paper"
        disabled={isReadOnly}
        value={`${layout.paper} ${layout.orientation}`}
        options={PAPER_CHOICES}
        onChange={(event) => {
          const [paper, orientation] = event.target.value.split(' ') as [Paper, Orientation];
          onChange(changePaper(layout, { paper, orientation }));
        }}
      />
      <span className="template-zoom">
        <IconButton
          label="Zoom out"
          icon={<Minus className="icon" aria-hidden="true" />}
          onClick={() => onZoom(-1)}
        />
        <span className="num">{Math.round(zoom * 100)}%</span>
        <IconButton
          label="Zoom in"
          icon={<Plus className="icon" aria-hidden="true" />}
          onClick={() => onZoom(1)}
        />
      </span>
      {!isReadOnly && (
        <span className="template-keys">
          <span>
            <kbd>←</kbd> <kbd>→</kbd> nudge
          </span>
          <span>
            <kbd>Ctrl</kbd> no snapping
          </span>
        </span>
      )}
    </div>
  );
}
