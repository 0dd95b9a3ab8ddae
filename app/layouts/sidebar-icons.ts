// The icon of each sidebar entry by label, the same in every menu.
import Award from 'icon:award';
import BadgeCheck from 'icon:badge-check';
import Banknote from 'icon:banknote';
import BookOpen from 'icon:book-open';
import Calendar from 'icon:calendar';
import CalendarClock from 'icon:calendar-clock';
import ChartLine from 'icon:chart-line';
import FolderTree from 'icon:folder-tree';
import GraduationCap from 'icon:graduation-cap';
import LayoutDashboard from 'icon:layout-dashboard';
import Library from 'icon:library';
import MessageCircle from 'icon:message-circle';
import Music from 'icon:music';
import Package from 'icon:package';
import PencilRuler from 'icon:pencil-ruler';
import Plus from 'icon:plus';
import Repeat from 'icon:repeat';
import Settings from 'icon:settings';
import Shield from 'icon:shield';
import Store from 'icon:store';
import Tags from 'icon:tags';
import TicketPercent from 'icon:ticket-percent';
import UserRound from 'icon:user-round';
import Users from 'icon:users';
import UsersRound from 'icon:users-round';
import type { Icon } from '#app/components/ui/icon.tsx';

const ICONS: Readonly<Record<string, Icon>> = {
  Dashboard: LayoutDashboard,
  Users,
  Roles: Shield,
  Courses: GraduationCap,
  'Course Creator': PencilRuler,
  'Create Course': PencilRuler,
  'Course Categories': FolderTree,
  Certificates: Award,
  Resources: Library,
  'My Resources': Library,
  'Add Resource': Plus,
  'Curriculum Store': Store,
  'Curriculum Officer Dashboard': BadgeCheck,
  'Resource Categories': Tags,
  'Seller Management': Store,
  Instructors: UserRound,
  Students: UsersRound,
  Bookings: Calendar,
  Availability: CalendarClock,
  'Dance Styles': Music,
  'Subscription Plans': Repeat,
  Coupons: TicketPercent,
  Messages: MessageCircle,
  Documentation: BookOpen,
  'Sales Analytics': ChartLine,
  Payments: Banknote,
  Bundles: Package,
  Settings,
  'Store Settings': Settings,
};

export function iconOf(label: string): Icon {
  return ICONS[label] ?? LayoutDashboard;
}
