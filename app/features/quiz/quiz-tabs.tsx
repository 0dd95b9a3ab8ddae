// Results and question bank, as one row of tabs.
import { useLocation } from 'react-router';
import { TabLinks } from '#app/components/ui/tab-links.tsx';

const TABS = [
  { to: '/instructor/quizzes', label: 'Results' },
  { to: '/instructor/questions', label: 'Question bank' },
];

export function QuizTabs() {
  const { pathname } = useLocation();
  return <TabLinks label="Quizzes" tabs={TABS.map((tab) => ({ ...tab, isCurrent: pathname === tab.to }))} />;
}
