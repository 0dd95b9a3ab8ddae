// The greeting and the date at the top of a dashboard.
const day = new Intl.DateTimeFormat('en-US', { weekday: 'long', day: 'numeric', month: 'long' });

export function greetingFor(firstName: string, now: Date = new Date()): string {
  const hello = helloAt(now.getHours());
  return firstName ? `${hello}, ${firstName}` : hello;
}

function helloAt(hour: number): string {
  if (hour < 5 || hour >= 18) return 'Good evening';
  return hour < 12 ? 'Good morning' : 'Good afternoon';
}

/** “Sunday, November 15” */
export function formatDayOfGreeting(now: Date = new Date()): string {
  return day.format(now);
}
