// Posters, people, lazy pictures, scrolling parts.
import { initialsAvatar } from '#shared/avatar.ts';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { LazyImage } from '#app/components/ui/lazy-image.tsx';
import { PosterCard } from '#app/components/ui/poster-card.tsx';
import { ScrollArea } from '#app/components/ui/scroll-area.tsx';
import { Group, Part, Row } from './part.tsx';
import { brokenImage, covers, longWord } from './sample-data.ts';

const here = '/debug/ui';

export function ContentSection() {
  return (
    <Group title="Pictures and people">
      <Part title="Posters: whole, free, long, without its picture" isWide>
        <div className="grid grid-cols-2 gap-gap md:grid-cols-4">
          <PosterCard
            to={here}
            title="Groove foundations for mixed levels"
            cover={{ src: covers.hipHop }}
            tag="Video"
            who="Tobias Renner"
            price="$18.00"
            rating={{ value: '4.8', count: 41 }}
          />
          <PosterCard
            to={here}
            title="Circle dances 💃🏽"
            cover={{ src: covers.folk }}
            tag="Document"
            who="Zofia Lindqvist"
            price="Free"
            rating={{ value: '5.0', count: 1 }}
          />
          <PosterCard
            to={here}
            title={`${longWord}: a title that goes on for longer than anyone would like`}
            cover={{ src: covers.modern }}
            who="Ruth Amsel"
            price="$1,021.00"
          />
          <PosterCard to={here} title="The picture is missing" cover={{ src: brokenImage }} price="$9.00" />
        </div>
      </Part>
      <Part title="People: image, fallback, initials; sizes">
        <Row>
          <Avatar sources={[covers.folk]} name="Zofia Lindqvist" size="s" />
          <Avatar sources={[brokenImage, covers.modern]} name="Ruth Amsel" />
          <Avatar sources={[brokenImage, initialsAvatar('Ruth Amsel')]} name="Ruth Amsel" />
          <Avatar sources={[]} name="Tobias Renner" size="l" alt="Tobias Renner" />
          <Avatar sources={[covers.hipHop]} name="Inés Valdivia" size="xl" alt="Inés Valdivia" />
        </Row>
      </Part>
      <Part title="A scrolling part, and a picture fetched 200 px before it is seen">
        <div className="grid grid-cols-2 gap-5">
          <ScrollArea label="Sample list" className="h-75">
            <ul className="pr-4">
              {Array.from({ length: 24 }, (_, at) => (
                <li key={at} className="border-b border-rule py-2">
                  Line {at + 1}
                </li>
              ))}
            </ul>
          </ScrollArea>
          <LazyImage
            src={covers.modern}
            alt="A sample cover"
            width={640}
            height={800}
            className="h-75 w-full object-cover"
          />
        </div>
      </Part>
    </Group>
  );
}
