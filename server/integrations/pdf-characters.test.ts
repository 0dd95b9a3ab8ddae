import { expect, it } from 'vitest';
import { printable, printableOr } from './pdf-characters.ts';

it.each([
  ['Odile Marchetti', 'Odile Marchetti'],
  ['Renée Ångström Weiß', 'Renée Ångström Weiß'],
  ['Łukasz Dvořák', 'Lukasz Dvorák'],
  ['Đặng Thị Ngọc', 'Dang Thi Ngoc'],
  ['Pliés 💃 & “tendus” → slow\n\tly', 'Pliés & “tendus” slow ly'],
  ['Ｆｕｌｌ width', 'Full width'],
])('%j is printed as %j', (text, printed) => {
  expect(printable(text)).toBe(printed);
});

it.each([
  ['山田 花子', 'hanako@example.com'],
  ['محمد علي', 'hanako@example.com'],
  ['💃💃', 'hanako@example.com'],
  ['', 'hanako@example.com'],
  ['Ольга B', 'hanako@example.com'],
  ['Mara 💃', 'Mara'],
])('%j, or its fallback: %j', (text, printed) => {
  expect(printableOr(text, 'hanako@example.com')).toBe(printed);
});
