import type { Like } from '../../lib/i18n.ts'
import type { zh } from './text.zh.ts'

export const en: Like<typeof zh> = {
  title: 'Tenant data',
  intro: (name, code) => `All data of the tenant "${name}" (${code}): export it, or end the tenant.`,
  exports: {
    title: 'Export everything',
    text: 'One ZIP: a file of JSON lines for each table, the stored files, the archives, and a list with counts and hashes. Passwords, keys and other secrets are left out, and the list names each of them. The file is kept for 7 days.',
    begin: 'Begin the export',
    list: 'Exports of the tenant',
    empty: 'No exports yet',
    emptyText: 'An export goes on in the background; you may leave this page.',
    begun: 'The export has begun',
    cancelled: 'It ends after the table in hand',
    cancel: 'Cancel',
    download: 'Download',
    running: 'An export is under way',
    progress: (done, total) => `${done} / ${total}`,
    states: {
      queued: 'Queued',
      running: 'Running',
      done: 'Done',
      failed: 'Failed',
      cancelled: 'Cancelled',
      expired: 'Expired',
    },
    columns: {
      created: 'Created',
      state: 'State',
      progress: 'Tables and files',
      rows: 'Rows',
      size: 'Size',
      sha256: 'SHA-256',
      by: 'By',
      expires: 'Expires',
      actions: 'Actions',
    },
  },
  end: {
    title: 'End the tenant',
    text: days =>
      `The request waits for ${days} days; work goes on meanwhile, and it can be taken back. Then the rows of all tables, files, archives and exports are removed for good; a key reads the proof afterwards.`,
    ask: 'Ask for the end',
    askTitle: name => `End the tenant "${name}"?`,
    askText: days =>
      `In ${days} days all data is removed and nobody can sign in any more. Earlier backups and what was written to target systems are not reached. Export everything first.`,
    waiting: (time, by) => `${by} asked for the end; the removal begins at ${time}.`,
    removing: 'The removal is under way and cannot be taken back.',
    withdraw: 'Take it back',
    withdrawn: 'Taken back',
    keyTitle: 'Keep the link to the proof',
    keyText: 'After the removal nobody can sign in; this link reads the proof of it. It is shown this once.',
    keyLabel: 'Link to the proof',
    keyDone: 'I have kept it',
    history: (by, time) => `The last request was taken back by ${by} at ${time}.`,
  },
}
