// Hostile files, created at each run, each with the expected result.
import { crc32, deflateRawSync } from 'node:zlib';
import Pdf from 'pdfkit';
import sharp from 'sharp';
import type { UploadPurpose } from '#shared/features/upload/upload.rules.ts';

export type BadFile = {
  what: string;
  name: string;
  content: Buffer;
  purpose?: UploadPurpose;
  /** Part of the reason; or how it is stored harmlessly. */
  becomes: RegExp | { contentType: string; name?: string };
};

type ZipEntry = {
  name: string;
  content?: Buffer;
  method?: number;
  flags?: number;
  mode?: number;
  size?: number;
};

/** A zip archive whose directory may claim anything. */
export function makeZip(entries: ZipEntry[], { isOverlapping = false } = {}): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [n, entry] of entries.entries()) {
    const { name, content = Buffer.from('x'), method = 8, flags = 0, mode = 0o100644 } = entry;
    const packed = method === 8 ? deflateRawSync(content) : content;
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(flags, 2);
    facts.writeUInt16LE(method, 4);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(entry.size ?? content.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name)]);
    const start = isOverlapping ? 0 : at;
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(start, 10);
    list.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), facts, tail, Buffer.from(name)]));
    if (isOverlapping && n > 0) continue;
    parts.push(local, packed);
    at += local.length + packed.length;
  }
  const names = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(names.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, names, end]);
}

async function makePdf(options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new Pdf(options);
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve) => document.on('end', resolve));
  document.text('Plié, tendu, dégagé');
  document.end();
  await ended;
  return Buffer.concat(parts);
}

/** The header of a PNG that claims to be this large. */
function pngOf(width: number, height: number, small: Buffer): Buffer {
  const png = Buffer.from(small);
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#6a1b50' } });
const html = Buffer.from('<!doctype html><html><body><script>alert(document.cookie)</script></body></html>');
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>',
);
const words = Buffer.from('Eight counts of plié, eight of tendu.\n');
const zeros = Buffer.alloc(40 * 1024 * 1024);
const binary = (start: string, length = 300) =>
  Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(length)]);

const PROGRAM = /program/;
const PAGE = /web page/;
const OUTSIDE = /outside/;
const BOMB = /far more/;
const DAMAGED = /damaged/;
const NOT_A_PICTURE = /not a picture/;

const file = (what: string, name: string, content: Buffer, becomes: BadFile['becomes']): BadFile => ({
  what,
  name,
  content,
  becomes,
});
const cover = (...bad: Parameters<typeof file>): BadFile => ({ ...file(...bad), purpose: 'cover' });
const zip = (what: string, entries: ZipEntry[], becomes: BadFile['becomes']) =>
  file(what, 'pack.zip', makeZip(entries), becomes);
const named = (what: string, name: string, kept: string) =>
  file(what, name, words, { contentType: 'text/plain', name: kept });

type Good = { png: Buffer; jpeg: Buffer; gif: Buffer; pdf: Buffer };

export async function makeBadFiles(): Promise<BadFile[]> {
  const good = {
    png: await picture.png().toBuffer(),
    jpeg: await picture.jpeg().toBuffer(),
    gif: await picture.gif().toBuffer(),
    pdf: await makePdf(),
  };
  return [
    ...pagesAndScripts(good),
    ...programs(),
    ...archives(),
    ...(await picturesAndDocuments(good)),
    ...names(),
  ];
}

function pagesAndScripts({ jpeg, gif, pdf }: Good): BadFile[] {
  return [
    file('script in SVG', 'drawing.svg', svg, PAGE),
    file('SVG named .png', 'drawing.png', svg, PAGE),
    file(
      'SVG after a declaration',
      'a.svg',
      Buffer.concat([Buffer.from('<?xml version="1.0"?>\n'), svg]),
      PAGE,
    ),
    file(
      'SVG behind a comment',
      'a.txt',
      Buffer.concat([Buffer.from('<!-- a quiet drawing -->\n'), svg]),
      PAGE,
    ),
    file('HTML', 'index.html', html, PAGE),
    file('HTML named .png', 'picture.png', html, PAGE),
    file('HTML named .pdf', 'notes.pdf', html, PAGE),
    file('HTML named .txt', 'notes.txt', html, PAGE),
    file(
      'HTML in UTF-16',
      'notes.txt',
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(html.toString(), 'utf16le')]),
      PAGE,
    ),
    file('HTML after white space', 'notes.txt', Buffer.concat([Buffer.from('\n\n\t  '), html]), PAGE),
    file(
      'XHTML',
      'a.xhtml',
      Buffer.from('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'),
      PAGE,
    ),
    file('PHP', 'a.txt', Buffer.from('<?php system($_GET["c"]); ?>'), PAGE),
    file('an image tag with a handler', 'a.md', Buffer.from('# Hello\n<img src=x onerror=alert(1)>'), PAGE),
    file('plain words named .html', 'words.html', words, PROGRAM),
    file('plain words named .svg', 'words.svg', words, PROGRAM),
    file('plain words named .js', 'words.js', words, PROGRAM),
    file('plain words named .exe', 'words.exe', words, PROGRAM),
    file('two endings', 'dance.pdf.exe', pdf, PROGRAM),
    file(
      'GIF with JavaScript after it',
      'a.gif',
      Buffer.concat([gif, Buffer.from('/*<script>alert(1)</script>*/')]),
      { contentType: 'image/gif' },
    ),
    file('GIF head and JavaScript', 'a.gif', Buffer.from('GIF89a/*\0\0\0*/=1;alert(1)//'), DAMAGED),
    file('GIF named .js', 'a.js', gif, PROGRAM),
    file('JPEG with HTML in it', 'a.jpg', Buffer.concat([jpeg, html]), { contentType: 'image/jpeg' }),
    file('PDF with HTML before it', 'a.pdf', Buffer.concat([Buffer.from('<html><!--'), pdf]), {
      contentType: 'application/pdf',
    }),
  ];
}

function programs(): BadFile[] {
  return [
    file('Windows program', 'a.exe', binary('MZ\x90\0'), PROGRAM),
    file('Windows program named .pdf', 'a.pdf', binary('MZ\x90\0'), PROGRAM),
    file('Linux program', 'a', binary('\x7fELF\x02\x01'), PROGRAM),
    file('macOS program', 'a.bin', binary('\xcf\xfa\xed\xfe'), PROGRAM),
    file('Java class', 'A.class', binary('\xca\xfe\xba\xbe'), PROGRAM),
    file('WebAssembly', 'a.wasm', binary('\0asm\x01'), PROGRAM),
    file('shell script', 'a.txt', Buffer.from('#!/bin/sh\nrm -rf ~\n'), PROGRAM),
    file('Windows shortcut', 'a.lnk', binary('L\0\0\0\x01\x14\x02\0'), PROGRAM),
    file('old Word file', 'a.doc', binary('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), /Old Office/),
    file('RAR', 'a.rar', binary('Rar!\x1a\x07'), /plain zip/),
    file('gzip', 'a.gz', binary('\x1f\x8b\x08'), /plain zip/),
    file('7z named .zip', 'a.zip', binary('7z\xbc\xaf\x27\x1c'), /plain zip/),
    file(
      'noise',
      'a.mp4',
      Buffer.from(Array.from({ length: 500 }, (_, n) => (n * 73 + 129) & 255)),
      /don’t accept this type/,
    ),
  ];
}

function archives(): BadFile[] {
  return [
    zip('zip bomb by ratio', [{ name: 'zeros.txt', content: zeros }], BOMB),
    zip('zip that lies about a length', [{ name: 'zeros.txt', content: zeros, size: 100 }], BOMB),
    zip(
      'zip that promises terabytes',
      Array.from({ length: 4 }, (_, n) => ({ name: `${n}.txt`, size: 0xfffffff0 })),
      BOMB,
    ),
    file(
      'zip of entries that share their bytes',
      'a.zip',
      makeZip(
        [
          { name: 'a.txt', content: words },
          { name: 'b.txt', content: words },
        ],
        { isOverlapping: true },
      ),
      BOMB,
    ),
    zip('zip slip', [{ name: '../../etc/passwd' }], OUTSIDE),
    zip('zip slip with backslashes', [{ name: '..\\..\\windows\\win.ini' }], OUTSIDE),
    zip('zip with an absolute path', [{ name: '/etc/cron.d/x' }], OUTSIDE),
    zip('zip with a drive', [{ name: 'C:\\autoexec.txt' }], OUTSIDE),
    zip('zip with a link', [{ name: 'a', content: Buffer.from('/etc/passwd'), mode: 0o120777 }], OUTSIDE),
    zip('zip with a NUL in a name', [{ name: 'a.txt\0.exe' }], OUTSIDE),
    zip('zip with a program', [{ name: 'setup.exe' }], PROGRAM),
    zip('zip in a zip', [{ name: 'more.zip' }], /another archive/),
    zip('locked zip', [{ name: 'a.txt', flags: 1 }], /password/),
    zip('zip with an unusual method', [{ name: 'a.txt', method: 14 }], /unusual/),
    zip('empty zip', [], /empty/),
    file('zip cut in two', 'a.zip', makeZip([{ name: 'a.txt', content: words }]).subarray(0, 40), DAMAGED),
    file(
      'document with macros',
      'a.docx',
      makeZip([
        { name: '[Content_Types].xml' },
        { name: 'word/document.xml' },
        { name: 'word/vbaProject.bin' },
      ]),
      /macros/,
    ),
    file(
      'docx named .pdf',
      'a.pdf',
      makeZip([{ name: '[Content_Types].xml' }, { name: 'word/document.xml' }]),
      /Word document/,
    ),
  ];
}

async function picturesAndDocuments({ png, jpeg, pdf }: Good): Promise<BadFile[]> {
  return [
    file('30,000 × 30,000 px', 'a.png', pngOf(30_000, 30_000, png), /megapixels/),
    cover('30,000 × 30,000 px as a cover', 'a.png', pngOf(30_000, 30_000, png), /megapixels/),
    file('picture cut in two', 'a.png', png.subarray(0, 60), DAMAGED),
    file('PNG named .pdf', 'a.pdf', png, /PNG picture/),
    file('PDF named .png', 'a.png', pdf, /a PDF/),
    cover('SVG as a cover', 'a.svg', svg, NOT_A_PICTURE),
    cover('HTML as a cover', 'a.png', html, NOT_A_PICTURE),
    cover('PDF as a cover', 'a.png', pdf, NOT_A_PICTURE),
    cover('JPEG with HTML as a cover', 'a.jpg', Buffer.concat([jpeg, html]), {
      contentType: 'image/webp',
      name: 'a.webp',
    }),
    file('locked PDF', 'a.pdf', await makePdf({ userPassword: 'secret' }), /locked/),
    file('broken PDF', 'a.pdf', Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type'), DAMAGED),
    file('PDF without pages', 'a.pdf', Buffer.from('%PDF-1.4\n%%EOF'), /damaged|no pages/),
    file(
      'recording cut off in its head',
      'a.wav',
      Buffer.from('RIFF\xff\xff\xff\x7fWAVEfmt ', 'latin1'),
      DAMAGED,
    ),
    file('film that is only a head', 'a.mp4', binary('\0\0\0\x18ftypisom'), DAMAGED),
  ];
}

function names(): BadFile[] {
  return [
    named('../ in a name', '../../etc/passwd.txt', 'passwd.txt'),
    named('backslashes in a name', 'C:\\fakepath\\..\\notes.txt', 'notes.txt'),
    named('NUL in a name', 'notes.txt\0.png.txt', 'notes.txt.png.txt'),
    named('CR and LF in a name', 'notes\r\nSet-Cookie: a=b.txt', 'notesSet-Cookie_ a=b.txt'),
    named('a name read backwards', 'notes\u202Efdp.txt', 'notesfdp.txt'),
    named('a name of markup', '<img src=x onerror=alert(1)>.txt', '_img src=x onerror=alert(1)_.txt'),
    named('a name of dots', '...', 'file.txt'),
    named('no name', '', 'file.txt'),
    named('a very long name', `${'n'.repeat(3000)}.txt`, `${'n'.repeat(196)}.txt`),
  ];
}
