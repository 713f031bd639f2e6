import type { ReadWindow } from '@sluice/contract'
import type { SearchObject } from 'imapflow'
import { badBound, badWindow } from './failure.ts'
import type { SourceOptions } from './manifest.ts'

/** Where a mail is: the numbering of its folder, and its number. Servers number anew when they must. */
export interface Place {
  readonly validity: string
  readonly uid: number
}

/** As text that rises with the numbers. */
export const toId = ({ validity, uid }: Place): string =>
  `${validity.padStart(10, '0')}:${String(uid).padStart(10, '0')}`

/** @throws Failure `source.window` */
export function fromId(text: string): Place {
  const [, validity, uid] = /^(\d{10}):(\d{10})$/.exec(text) ?? []
  if (validity === undefined || uid === undefined) throw badBound(text)
  return { validity: String(Number(validity)), uid: Number(uid) }
}

/** What is read of a folder, as the server is asked for it, and what only we can compare. */
export interface Wanted {
  readonly search: SearchObject
  readonly fromUid: number
  readonly toUid: number
  /** Milliseconds, inclusive; a server compares days only. */
  readonly fromMs: number | null
  readonly toMs: number | null
}

const DAY_MS = 86_400_000

/** The fields by which mails can be read in windows, by what is read. */
export const windowFields = {
  mails: { id: 'id', received: 'received_at' },
  attachments: { id: '_mail', received: '_received' },
} as const

/** @throws Failure `source.window` for another field than these */
export function plan(options: SourceOptions, window: ReadWindow | null, validity: string): Wanted {
  const fields = windowFields[options.content]
  checkField(options, window?.field ?? fields.id)
  const { from = null, to = null } = window ?? {}
  const isTime = window?.field === fields.received
  const [first, last] = isTime ? [null, null] : [from, to].map(bound => (bound === null ? null : fromId(bound)))
  const [fromMs, toMs] = isTime ? [parseTime(from), parseTime(to)] : [null, null]
  // A bound of another numbering says nothing about this one: everything is read, and keys tell what is known.
  const fromUid = first?.validity === validity ? first.uid : 1
  const toUid = last?.validity === validity ? last.uid : Number.POSITIVE_INFINITY
  const { subject, from: sender, since, before, unseen } = options
  return {
    fromUid,
    toUid,
    fromMs,
    toMs,
    search: {
      ...(subject ? { subject } : {}),
      ...(sender ? { from: sender } : {}),
      ...(unseen ? { seen: false } : {}),
      ...latest(since ? Date.parse(since) : null, fromMs === null ? null : fromMs - DAY_MS),
      ...earliest(before ? Date.parse(before) : null, toMs === null ? null : toMs + 2 * DAY_MS),
    },
  }
}

export function checkField({ content }: SourceOptions, field: string): void {
  const { id, received } = windowFields[content]
  if (field !== id && field !== received) throw badWindow(field, [id, received])
}

/** Days of a server are in a time zone of its own, so a day more is asked for and compared here. */
const latest = (a: number | null, b: number | null): SearchObject =>
  a === null && b === null
    ? {}
    : { since: toDay(Math.max(a ?? Number.NEGATIVE_INFINITY, b ?? Number.NEGATIVE_INFINITY)) }
const earliest = (a: number | null, b: number | null): SearchObject =>
  a === null && b === null
    ? {}
    : { before: toDay(Math.min(a ?? Number.POSITIVE_INFINITY, b ?? Number.POSITIVE_INFINITY)) }
const toDay = (ms: number): Date => new Date(Math.floor(ms / DAY_MS) * DAY_MS)

function parseTime(text: string | null): number | null {
  if (text === null) return null
  const ms = Date.parse(/[zZ]$|[+-]\d\d:?\d\d$|^\d{4}-\d\d-\d\d$/.test(text) ? text : `${text.replace(' ', 'T')}Z`)
  if (!Number.isNaN(ms)) return ms
  throw badBound(text)
}
