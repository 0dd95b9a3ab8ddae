// Ruth Amsel's certification and course.
import type { SeedCourse } from './catalogue-types.ts';
import { assignment, practice, reading, video } from './lesson.ts';

export const INCLUSIVE_COURSE: SeedCourse = {
  kind: 'certification',
  instructor: 'ruth.amsel',
  category: 'health-and-inclusion',
  title: 'Inclusive Dance Practice Certification',
  shortName: 'IDP-CERT',
  tagline: 'So that nobody has to ask whether they may come.',
  about: [
    'Inclusion is a matter of planning and not of kindness, although kindness helps. In this certification you learn to plan a class in which people with very different bodies, ages and ways of understanding dance together, and in which it is good dance.',
    'Six modules, built with dancers who use wheelchairs, who are deaf, who have dementia, who are eighty-three. They teach most of the lessons. I do the talking in between.',
    'You work with a mixed group of your own, or join one near you; we help you find it.',
  ],
  style: 'Modern',
  ages: ['All Ages', 'Adult (18+)', 'Senior (55+)'],
  level: 'Mixed Levels',
  outcomes: [
    'Plan one task with many ways in',
    'Describe movement without showing it',
    'Make a room safe and easy to enter',
    'Work with supporters and carers',
    'Adapt for joints, balance and memory',
    'Stand up for dance as art, not therapy',
  ],
  requirements: [
    'A year or more of teaching any kind of movement',
    'A mixed group during the course',
    'An up-to-date first aid certificate',
  ],
  prerequisites: ['SAFE-101'],
  price: 360,
  weeks: 10,
  hoursPerWeek: 2,
  certificate: { creditHours: 24, validMonths: 24 },
  published: 199,
  modules: [
    {
      title: 'Who is the class for?',
      summary: 'Doors, words and first impressions.',
      lessons: [
        video(
          'The way in',
          14,
          'Come with me from the bus stop to the studio, and I will tell you where we lost people.\n\nThe poster said “all welcome”. It showed five young women in a jump. We lost the first dozen there. The website asked for “level”, and offered beginner, intermediate and advanced. Samir has danced for thirty years and uses a power chair; he did not know what to tick. The door is heavy. Inside there is a step, one, which nobody on the staff can remember. There is a sign to the lavatory, and it points up the stairs.\n\nAnd then somebody at the desk said, very kindly, “Are you here to watch?”\n\nThat was the end of it for Miriam, who is seventy-nine and had her shoes in her bag.\n\nNone of this was done by unkind people. It was done by people who had a picture in their heads of who would come. So the first work of an inclusive class happens before anybody dances: change the picture. This week walk your own way in, from the bus stop, and then walk it again with someone who uses a chair, a stick, a pram or another language. Count the places where you would have turned round.',
        ),
        reading(
          'Words on a poster',
          11,
          'Twelve class descriptions, before and after. None of them became longer.',
        ),
        practice(
          'Walk your own way in',
          20,
          'Walk from the bus stop to your studio with someone who moves differently from you. Write down each place where help was needed, and whose job it would be to remove it.',
        ),
        assignment(
          'One obstacle',
          15,
          'Remove one obstacle before the next module. Tell us which, what it cost, and who noticed.',
        ),
      ],
      quiz: { title: 'Where did we lose them?', questions: 6 },
    },
    {
      title: 'One task, many ways in',
      summary: 'Planning for difference from the beginning.',
      lessons: [
        video(
          'What is the task really about?',
          15,
          '“Run and jump” may be about suspense, about arriving or about sweat. Once you know which, there are twenty ways to do it.',
        ),
        video(
          'Samir teaches a phrase',
          17,
          'A phrase made in a chair, learned by people who stand. Watch what they have to adapt, and who helps whom.',
        ),
        practice(
          'Three doors',
          18,
          'Take a task that you love and write three ways into it which share the same intention. Try all three yourself, with the same care.',
        ),
        reading(
          'Adapt, translate, replace',
          12,
          'Three different things that are often muddled. The text says when each is right and how to talk about it in the room.',
        ),
      ],
      quiz: { title: 'What is it about?', questions: 7 },
    },
    {
      title: 'Describing, signing, touching',
      summary: 'Teaching when showing is not enough.',
      lessons: [
        video(
          'Say it for someone who cannot see it',
          14,
          'Verbs, directions, textures. You learn to describe eight counts so that a blind dancer can do them, and everyone else starts to do them better.',
        ),
        video(
          'Working with an interpreter',
          13,
          'Where to stand, when to stop, and why the joke arrives late. With Jonas, who is deaf and has opinions about music.',
        ),
        practice(
          'Teach with your hands behind your back',
          15,
          'Teach a short phrase in words alone to one person. Ask them to show you what they heard.',
        ),
        reading(
          'Touch by agreement',
          10,
          'How to ask, how to notice a silent no, and how to teach a group to do both. Agreements are made anew each session, since bodies and days differ.',
        ),
      ],
      quiz: { title: 'Describe it', questions: 6 },
    },
    {
      title: 'Older dancers',
      summary: 'Joints, balance, memory, mischief.',
      lessons: [
        video(
          'Falling is the wrong fear',
          14,
          'Fear of falling makes people fall. What to teach instead, with a chair, a wall and a laugh.',
        ),
        reading(
          'Dementia and dance',
          13,
          'What stays, what goes, and why a song from 1956 opens a door. Written with a nurse who leads a weekly class.',
        ),
        practice(
          'Seated, and proud of it',
          16,
          'Lead fifteen minutes seated and make it a dance and not an exercise. Ask somebody to film the faces.',
        ),
      ],
      quiz: { title: 'True, false, it depends', questions: 8 },
    },
    {
      title: 'Supporters, carers, families',
      summary: 'The other people in the room.',
      lessons: [
        video(
          'Give everyone a task',
          11,
          'A carer with nothing to do will do too much. How to bring supporters into the dance.',
        ),
        reading(
          'Agreements that fit on a card',
          9,
          'Who helps with what, and who decides. A card for each dancer, in their own words.',
        ),
        practice(
          'Ask, do not guess',
          12,
          'Talk to two dancers and one supporter about what helps. Use their words in your next plan.',
        ),
      ],
    },
    {
      title: 'Art, not therapy',
      summary: 'And your practice, seen.',
      lessons: [
        video(
          'Make something worth watching',
          15,
          'Good intentions are not a review. How to edit, to light and to stand behind a mixed company’s work.',
        ),
        reading(
          'Money, rights and photographs',
          10,
          'Paying people properly, asking properly, and who owns the picture. There are two letters to adapt and a budget in which access costs are not an afterthought.',
        ),
        assignment(
          'Your session and your reasons',
          50,
          'Send a filmed session, the plan, and the thoughts of at least two dancers in it. A panel of three, two of them disabled artists, will answer you.',
        ),
      ],
      quiz: { title: 'Last questions', questions: 5 },
    },
  ],
};

export const SAFE_COURSE: SeedCourse = {
  kind: 'course',
  instructor: 'ruth.amsel',
  category: 'health-and-inclusion',
  title: 'Safe dance practice, five to ninety-five',
  shortName: 'SAFE-101',
  tagline: 'Warm-ups that warm, floors that forgive, and when to stop.',
  about: [
    'Most injuries in dance classes are small, slow and avoidable. This course covers what every teacher should know about preparing bodies, about floors and heat and water, about growth and age, and about the sentence “it hurts a bit”.',
    'It is practical and brief. A physiotherapist and a sports doctor have checked every lesson. It is the first step to two of the certifications here, and it is worth having on its own.',
  ],
  style: 'Modern',
  ages: ['All Ages'],
  level: 'Beginner',
  outcomes: [
    'Build a warm-up that fits what follows',
    'Judge a floor before anyone jumps on it',
    'Recognise overuse early',
    'Adjust for growth and for age',
    'Act in the first five minutes after an injury',
    'Keep records that help',
  ],
  requirements: ['No special knowledge', 'A class to try things out on is useful'],
  price: 60,
  weeks: 3,
  hoursPerWeek: 2,
  published: 364,
  modules: [
    {
      title: 'Warm is a temperature',
      summary: 'What a warm-up has to do.',
      lessons: [
        video(
          'Stretching is not warming',
          12,
          'Put your hand on the back of your neck, then on your calf. One is warmer. A warm-up exists to make the second more like the first, and everything else about it is decoration.\n\nThis sounds obvious, and yet in half of the classes I visit the dancers arrive, sit down, and pull on a cold hamstring while they wait. It feels like preparation. It does very little for injury and for a little while takes away some of the strength that they will need to jump.\n\nSo do it in this order. First raise the pulse: walk, skip, shake, anything in which large muscles repeat something for three or four minutes, until people want to take off a layer. Then move the joints through the range that they are going to use, actively, without holding. Then rehearse, small and slow, the kind of thing that is coming: if there will be jumps, there should be little springs. Long held stretches come at the end of class, when they are pleasant and useful.\n\nWatch your next group for the first five minutes and ask one question only. Are they warmer? If you cannot tell, put your hand on your own calf after doing it with them.',
        ),
        reading(
          'Ten minutes that fit what follows',
          9,
          'A table of what comes later in class against what has to be ready. Use it backwards from your own plan.',
        ),
        practice(
          'Time your warm-up',
          12,
          'Note at which minute people take off a layer. If it is after the tenth, change the order and try again.',
        ),
        video(
          'Cool-down, or why they ache on Thursday',
          10,
          'What helps, what does not, and what is merely nice. Nice is allowed.',
        ),
      ],
      quiz: { title: 'Warm or only stretched?', questions: 7 },
    },
    {
      title: 'Floors, heat, water',
      summary: 'The room is part of the body.',
      lessons: [
        video(
          'Drop a ball, stamp a heel',
          11,
          'Three tests for a floor that take one minute. If it fails, here is what you can still teach on it.',
        ),
        reading(
          'Hot rooms and cold halls',
          8,
          'At what temperature to shorten class, when to open doors, and how often to stop for water at each age. Cold halls need a longer warm-up and fewer pauses, and the text says how much longer.',
        ),
        practice(
          'Inspect one room',
          10,
          'Go through a room with the checklist and take two photographs. Send one of them to whoever is responsible for the building.',
        ),
      ],
      quiz: { title: 'Would you dance here?', questions: 5 },
    },
    {
      title: 'Growing and growing older',
      summary: 'What changes, and what to do about it.',
      lessons: [
        video(
          'The year everything goes wrong',
          13,
          'Growth spurts take balance, suppleness and confidence, all at once. What to leave out, and what to say.',
        ),
        video(
          'After fifty, after seventy',
          12,
          'Bones, balance, medicine, recovery. Strength can be built at any age, and here is how a dance class does it.',
        ),
        reading(
          'Eating, shape and what never to say',
          10,
          'A teacher’s sentence about a body can last for forty years. What to notice, whom to tell, and what to keep to yourself.',
        ),
      ],
      quiz: { title: 'Which age?', questions: 8 },
    },
    {
      title: '“It hurts a bit”',
      summary: 'Pain, first aid and paper.',
      lessons: [
        video(
          'Sore, sharp, strange',
          11,
          'Three kinds of pain and three answers. Sharp and strange both mean stop.',
        ),
        practice(
          'The first five minutes',
          14,
          'Walk through an ankle, a faint and a head. Do it with a colleague, on the floor, and see what you have forgotten.',
        ),
        reading(
          'Write it down',
          7,
          'A record that protects the dancer and you, in six lines. What to keep, for how long, and who may read it.',
        ),
      ],
      quiz: { title: 'Stop, change or go on?', questions: 10 },
    },
  ],
};
