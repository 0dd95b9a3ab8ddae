// Buttons, chips, badges, tabs, pagination and menus.
import ChevronDown from 'icon:chevron-down';
import Copy from 'icon:copy';
import Ellipsis from 'icon:ellipsis';
import Plus from 'icon:plus';
import Search from 'icon:search';
import ShoppingBag from 'icon:shopping-bag';
import Trash2 from 'icon:trash-2';
import { useState } from 'react';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button, ButtonLink, type ButtonVariant } from '#app/components/ui/button.tsx';
import { Chip, ChipLink, RemoveChip } from '#app/components/ui/chip.tsx';
import { IconButton, IconLink } from '#app/components/ui/icon-button.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#app/components/ui/menu.tsx';
import { Pagination, TablePager } from '#app/components/ui/pagination.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { Tabs } from '#app/components/ui/tabs.tsx';
import { Tooltip } from '#app/components/ui/tooltip.tsx';
import { Group, Part, Row } from './part.tsx';

const variants: ButtonVariant[] = ['primary', 'second', 'quiet', 'danger', 'danger-solid'];
const here = '/debug/ui';

export function ActionsSection() {
  return (
    <Group title="Actions">
      <ButtonParts />
      <ChipParts />
      <TabParts />
      <MenuParts />
    </Group>
  );
}

function ButtonParts() {
  return (
    <>
      <Part title="Buttons: default, disabled, busy">
        <div className="grid gap-4">
          {variants.map((variant) => (
            <Row key={variant}>
              <Button variant={variant}>{variant}</Button>
              <Button variant={variant} disabled>
                Disabled
              </Button>
              <Button variant={variant} isBusy>
                Busy
              </Button>
            </Row>
          ))}
        </div>
      </Part>
      <Part title="Sizes, icons, links, full width">
        <div className="grid gap-4">
          <Row>
            <Button size="s">Small</Button>
            <Button>Medium</Button>
            <Button size="l">Large</Button>
          </Row>
          <Row>
            <Button variant="primary" icon={<Plus className="icon" aria-hidden="true" />}>
              Add resource
            </Button>
            <ButtonLink to={here}>A link</ButtonLink>
          </Row>
          <Button variant="primary" size="l" isFull>
            Pay $59.40
          </Button>
          <Button isFull>
            A label so long that on a phone it has to break into a second line of the same button
          </Button>
          <Row>
            <IconButton label="Search" icon={<Search size={22} aria-hidden="true" />} />
            <IconLink
              to="/cart"
              label="Cart, 2 items"
              count={2}
              icon={<ShoppingBag size={22} aria-hidden="true" />}
            />
            <IconButton label="Add" disabled icon={<Plus size={22} aria-hidden="true" />} />
          </Row>
        </div>
      </Part>
    </>
  );
}

function ChipParts() {
  const [isTap, setTap] = useState(true);
  return (
    <>
      <Part title="Chips">
        <Row>
          <Chip isPressed={false}>Ballet</Chip>
          <Chip isPressed={isTap} onClick={() => setTap(!isTap)}>
            Tap
          </Chip>
          <Chip disabled>Folk</Chip>
          <ChipLink to={here} isCurrent>
            All styles
          </ChipLink>
          <RemoveChip to={here}>Updated: 7 days</RemoveChip>
        </Row>
      </Part>
      <Part title="Tags">
        <Row>
          <Badge>Draft</Badge>
          <Badge tone="ok">Published</Badge>
          <Badge tone="warn">In review</Badge>
          <Badge tone="bad">Changes asked</Badge>
          <Badge tone="new">New</Badge>
          <Badge tone="act">Yours</Badge>
        </Row>
      </Part>
    </>
  );
}

function TabParts() {
  return (
    <>
      <Part title="Tab links and pagination">
        <TabLinks
          label="State"
          tabs={[
            { to: `${here}?state=all`, label: 'All', count: 128, isCurrent: true },
            { to: `${here}?state=review`, label: 'In review', count: 3, isCurrent: false },
            { to: `${here}?state=changes`, label: 'Changes asked', count: 1, isCurrent: false },
            { to: `${here}?state=published`, label: 'Published', count: 104, isCurrent: false },
            { to: `${here}?state=archived`, label: 'Archived', count: 6, isCurrent: false },
          ]}
        />
        <div className="mt-8">
          <TabLinks
            isPill
            label="Pill tabs"
            tabs={[
              { to: `${here}?half=one`, label: 'This half', isCurrent: true },
              { to: `${here}?half=two`, label: 'The other', isCurrent: false },
            ]}
          />
        </div>
        <Pagination className="mt-8" page={6} pageCount={20} pageTo={(page) => `${here}?page=${page}`} />
        <TablePager
          label="Table pages"
          page={2}
          pageCount={13}
          total={128}
          pageSize={10}
          pageTo={(page) => `${here}?page=${page}`}
        />
      </Part>
      <Part title="Tabs within a page">
        <Tabs
          label="About this resource"
          tabs={[
            { value: 'inside', label: 'What is inside', content: <p>Thirty openings, each on one sheet.</p> },
            { value: 'reviews', label: 'Reviews', count: 86, content: <p>Eighty-six teachers wrote.</p> },
            { value: 'licence', label: 'Licence', content: <p>One seat, one teacher.</p> },
          ]}
        />
      </Part>
    </>
  );
}

function MenuParts() {
  return (
    <Part title="Menu and tooltip">
      <Row>
        <Menu
          align="start"
          trigger={
            <Chip>
              Style <ChevronDown className="icon" aria-hidden="true" />
            </Chip>
          }
        >
          <MenuItem>Ballet</MenuItem>
          <MenuItem>Tap</MenuItem>
        </Menu>
        <Menu
          align="start"
          trigger={
            <IconButton label="More for Greeting dances" icon={<Ellipsis size={20} aria-hidden="true" />} />
          }
        >
          <MenuLabel>Greeting dances from six countries</MenuLabel>
          <MenuItem to={here}>Open</MenuItem>
          <MenuItem icon={<Copy className="icon" aria-hidden="true" />}>Duplicate</MenuItem>
          <MenuItem isDisabled>Publish</MenuItem>
          <MenuSeparator />
          <MenuItem isDanger icon={<Trash2 className="icon" aria-hidden="true" />}>
            Delete…
          </MenuItem>
        </Menu>
        <Tooltip text="Sends the file to your computer">
          <Button>Hover or focus me</Button>
        </Tooltip>
      </Row>
    </Part>
  );
}
