// The dancer stays in one piece and on the floor, in every clip and at every moment.
import { describe, expect, it } from 'vitest';
import { CLIPS } from './clips/all-clips.ts';
import { choreograph } from './pose.ts';
import { buildSkeleton, type Leg } from './skeleton.ts';
import { length, subtract } from './vector.ts';

const SIDES = ['left', 'right'] as const;
/** From the floor to the middle of the ball of the foot. */
const SOLE = 1.9;

describe.each(CLIPS)('$slug', (clip) => {
  const poseAt = choreograph(clip.start, clip.keys);
  const moments = Array.from(
    { length: (clip.countIn + clip.counts) * 10 },
    (_, at) => at / 10 - clip.countIn,
  );
  const legs = moments.flatMap((beat) => {
    const pose = poseAt(beat);
    const skeleton = buildSkeleton(pose);
    return SIDES.map((side) => ({ beat, pose, side, leg: skeleton.legs[side] }));
  });
  const bone = (leg: Leg, from: keyof Leg, to: keyof Leg) => length(subtract(leg[from], leg[to]));

  it('keeps its bones', () => {
    for (const { leg } of legs) {
      expect(bone(leg, 'hip', 'knee')).toBeCloseTo(43, 1);
      expect(bone(leg, 'knee', 'ankle')).toBeCloseTo(41, 1);
    }
  });

  it('keeps its feet above the floor', () => {
    const below = legs.filter(({ leg }) => Math.min(leg.ball[1], leg.toe[1], leg.heel[1]) < 0);
    expect(below.map(({ beat, side }) => `${side} at ${beat}`)).toEqual([]);
  });

  it('stands where its feet are put', () => {
    const planted = legs.filter(({ pose, side }) => pose[`${side}Point`] === 0 && pose[`${side}Lift`] < 0.01);
    expect(planted.length).toBeGreaterThan(moments.length / 2);
    const off = planted.filter(({ leg, pose, side }) => {
      const spot = [pose[`${side}X`], SOLE, pose[`${side}Z`]] as const;
      return length(subtract(leg.ball, spot)) > 1;
    });
    expect(off.map(({ beat, side }) => `${side} at ${beat}`)).toEqual([]);
  });
});
