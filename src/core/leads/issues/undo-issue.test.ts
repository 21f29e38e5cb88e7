import { expect, test } from 'vitest';
import { IssueUndo } from './undo-issue.ts';

const undo = new IssueUndo({ clock: () => new Date('2026-11-22T12:00:00Z') }).handlers;
const entry = (before: unknown, after: unknown) => ({
  thingKind: 'newsletter-issue',
  thingId: '1',
  actorName: 'Test editor',
  before,
  after,
});

test.each([
  [
    'a change of its text',
    'newsletter.edit',
    { subject: 'A' },
    { subject: 'B', revision: 2 },
    true,
  ],
  ['a draft that was added', 'newsletter.edit', null, { id: 1, subject: 'A' }, false],
  ['a draft that was deleted', 'newsletter.edit', { subject: 'A' }, null, false],
  ['a test', 'newsletter.edit', null, { isTestSent: true }, false],
  ['a schedule', 'newsletter.send', { state: 'draft' }, { state: 'scheduled' }, true],
  ['a schedule that ended', 'newsletter.send', { state: 'scheduled' }, { state: 'draft' }, true],
  ['a sending', 'newsletter.send', { state: 'draft' }, { state: 'sending', recipients: 2 }, false],
] as const)(
  'of an issue the log says whether %s can be taken back',
  (...[, verb, before, after, can]) => {
    expect(undo[verb].isUndoable(entry(before, after))).toBe(can);
  },
);
