import type { Like } from '../../../lib/i18n.ts'
import type { zh } from './text.zh.ts'

export const en: Like<typeof zh> = {
  label: 'Periods and archive',
  intro: 'Month by month: roll the balance forward, close and lock it, and archive what is closed',
  account: 'Account',
  accounts: 'Add an account',
  none: 'There is no account yet',
  noneText: 'Add an account and import its bills; then its months can be closed here.',
  columns: {
    month: 'Month',
    state: 'State',
    opening: 'Opening balance',
    in: 'In',
    out: 'Out',
    closing: 'Closing balance',
    a: 'Bill lines',
    b: 'Document lines',
    late: 'Late lines',
    carried: 'Carried over',
    by: 'Closed by',
    at: 'Closed at',
  },
  states: {
    open: 'Open',
    closing: 'Closing',
    closed: 'Closed',
    archiving: 'Archiving',
    archived: 'Archived',
    restoring: 'Restoring',
  },
  phases: {
    queued: () => 'Waiting',
    reading: count => `Checking, ${count} lines read`,
    writing: count => `Writing, ${count} lines so far`,
    checking: () => 'Checking the file',
    removing: () => 'The file is proved; lines are moving out',
    done: () => 'Done',
  },
  drawer: {
    title: month => `Month ${month}`,
    roll: 'Roll-forward',
    counted: (a, b, currency) => `${a} bill lines, ${b} document lines, in ${currency}`,
  },
  actions: {
    cancel: 'Cancel',
    download: 'Download the archive',
    goesOn: 'It goes on without this page. The month is locked meanwhile; cancelled, it is as it was before.',
    blocked: count => `${count} points stand in the way`,
    note: 'Note (optional)',
    reason: 'Why it is opened again',
    close: {
      label: 'Close',
      ask: month => `Close ${month}?`,
      about:
        'From now on the lines and matches of this month stay as they are. Its balances are kept, with a SHA-256 hash over all its lines. Lines that come later count in the next month.',
    },
    reopen: {
      label: 'Open again',
      ask: month => `Open ${month} again?`,
      about:
        'Its balances and hash are dropped and taken anew when it is closed again. The reason goes into the operation log. Somebody else than who closed the month does this.',
    },
    archive: {
      label: 'Archive',
      ask: month => `Archive ${month}?`,
      about:
        'Its lines go into a Parquet file. They leave the lists only after the file was read back and has the same hash. The balances stay here, and the month can be restored.',
    },
    restore: {
      label: 'Restore',
      ask: month => `Restore ${month}?`,
      about: 'The file and its hash are checked first, then the lines are back in the lists. The month stays closed.',
    },
  },
  points: {
    title: 'Before closing',
    agreed: 'As it was when the month was closed',
    intro: 'What is red must be settled first; what is yellow should be looked at.',
    open: 'Look',
    levels: { ok: 'Passed', warn: 'To be looked at', block: 'In the way' },
    of: {
      over: { title: 'The month is over', told: () => 'This month is not over yet.' },
      order: {
        title: 'All months before it are closed',
        told: (_count, values) => `Months are closed in their order. The next one is ${values.join(', ')}.`,
      },
      files: {
        title: 'All bills are imported',
        told: (count, values) => `${count} bills are not loaded yet: ${values.join(', ')}.`,
      },
      rejected: {
        title: 'No bill was rejected',
        told: (count, values) => `${count} bills were rejected and did not come again: ${values.join(', ')}.`,
      },
      running: { title: 'Nothing is being matched or imported', told: count => `${count} jobs are still under way.` },
      gaps: {
        title: 'Every day has its bill',
        told: (count, values) =>
          `${count} days are without a line: ${values.join(', ')}${count > values.length ? ' …' : ''}. A day without trades is fine.`,
      },
      duplicates: { title: 'No duplicates', told: count => `${count} lines are duplicates and count nowhere.` },
      currency: { title: "All in the account's currency", told: count => `${count} lines are in another currency.` },
      items: { title: 'Every line has its item', told: count => `${count} lines have no accounting item.` },
      flow: { title: 'A flow reconciles the account', told: () => 'No flow has this account.' },
      a_open: {
        title: 'Bill lines (A) are settled',
        told: count => `${count} lines are neither matched nor ignored nor carried over into a later month.`,
      },
      b_open: {
        title: 'Document lines (B) are settled',
        told: count => `${count} lines are neither matched nor ignored nor carried over into a later month.`,
      },
      proposed: { title: 'No match waits', told: count => `${count} lines are in matches that wait to be confirmed.` },
      adjustments: {
        title: 'Differences are approved',
        told: count => `${count} differences wait for a second person.`,
      },
      late: { title: 'No late lines', told: count => `${count} lines are of closed months and count here.` },
      continuity: {
        title: 'Stated balances follow from each other',
        told: (count, values) =>
          `There are ${count} breaks; a bill may be missing. Balances without a line before them: ${values.join(', ')}.`,
      },
      balance: {
        title: 'The closing balance is what the bills state',
        told: (_count, values) =>
          `It rolls forward to ${values[0] ?? ''}, and the last line states ${values[1] ?? ''}. Check the opening balance of the account, and for missing bills.`,
      },
    },
  },
  history: {
    title: 'What was done',
    closed: 'Closed',
    note: 'Note',
    hash: 'Hash of its lines (SHA-256)',
    reopened: 'Opened again',
    reason: 'Reason',
    archived: 'Archived',
    file: 'Archive file',
    restored: 'Restored',
  },
}
