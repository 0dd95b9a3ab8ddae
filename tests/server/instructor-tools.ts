// A Connect profile and a session type that pass all checks; tests change what they are about.

export const PROFILE = {
  headline: 'Partner work without hurt pride',
  about: 'I teach teens three nights a week.',
  helpsWith: ['Groups that rush once they have partners'],
  videoUrl: null,
  languages: ['en', 'es'],
  levels: ['Beginner'],
  ageGroups: ['Teen (13-17)'],
  styles: ['Latin'],
  timeZone: 'America/Chicago',
  city: 'Chicago',
};

export const SESSION = {
  kind: 'one_to_one',
  title: 'Ask me anything',
  description: 'One question, one plan.',
  durationMinutes: 30,
  price: '35.00',
  capacity: 1,
  sessionCount: 1,
  validDays: null,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 10,
  travelMinutes: 0,
  stepMinutes: 30,
  minNoticeMinutes: 720,
  windowDays: 60,
  dailyLimit: 4,
  weeklyLimit: null,
  place: 'online',
  whereText: 'https://meet.example/room',
  isOnRequest: false,
  isForAssessments: false,
  cancellation: 'standard',
  reminderHours: [24, 1],
};
